// Random numbers of the C library. Those that a seed decides are libc's own: rand, random and their
// like share one state under a lock, each a visible step; drand48 and its like share one that is
// guarded by nothing.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <cstdlib>

using namespace xblock;

namespace {

struct Generator {
  random_data data;
  int32_t table[32]; // as random(3) begins with
};

/// Of `data`, with the number in front of it that says where it stands.
struct Table {
  int32_t *begin;
  size_t size;
};
Table tableOf(const random_data &data) {
  return {data.state - 1, static_cast<size_t>(data.rand_deg + 1) * sizeof(int32_t) +
                              (data.rand_deg ? 0 : sizeof(int32_t))};
}

/// The bytes that initstate uses of n.
size_t usedOf(size_t n) {
  return n >= 256 ? 256 : n >= 128 ? 128 : n >= 64 ? 64 : n >= 32 ? 32 : n >= 8 ? 8 : 0;
}

} // namespace

XBLOCK_KEPT(Generator, generator, "random_state");
XBLOCK_KEPT(drand48_data, drand48State, "drand48_state");

namespace {

/// The one behind random(), about to change.
random_data *changeGenerator() {
  noteStep(&generator, sizeof generator);
  random_data *data = &generator->data;
  if (!data->state)
    initstate_r(1, reinterpret_cast<char *>(generator->table), sizeof generator->table, data);
  if (auto [begin, size] = tableOf(*data); begin != generator->table)
    noteAtomicWrite(begin, size); // the program's
  return data;
}

long drawNext(const char *name, const xblock_site *site) {
  RuntimeScope scope;
  int32_t drawn = 0;
  random_r(changeGenerator(), &drawn);
  endStep(name, site);
  return drawn;
}

void seedAnew(unsigned seed, const char *name, const xblock_site *site) {
  RuntimeScope scope;
  srandom_r(seed, changeGenerator());
  endStep(name, site);
}

} // namespace

XBLOCK_EVERYWHERE(int, rand, (), ()) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(), "rand")();
  return static_cast<int>(drawNext("rand", site));
}
XBLOCK_EVERYWHERE(void, srand, (unsigned seed), (seed)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(void(unsigned), "srand")(seed);
  seedAnew(seed, "srand", site);
}
XBLOCK_EVERYWHERE(long, random, (), ()) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(long(), "random")();
  return drawNext("random", site);
}
XBLOCK_EVERYWHERE(void, srandom, (unsigned seed), (seed)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(void(unsigned), "srandom")(seed);
  seedAnew(seed, "srandom", site);
}
XBLOCK_EVERYWHERE(char *, initstate, (unsigned seed, char *table, size_t n), (seed, table, n)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(char *(unsigned, char *, size_t), "initstate")(seed, table, n);
  RuntimeScope scope;
  if (size_t used = usedOf(n))
    noteWrite(table, used, site);
  random_data *data = changeGenerator();
  auto *before = reinterpret_cast<char *>(data->state - 1);
  bool done = initstate_r(seed, table, n, data) == 0;
  endStep("initstate", site);
  return done ? before : nullptr;
}
XBLOCK_EVERYWHERE(char *, setstate, (char *table), (table)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(char *(char *), "setstate")(table);
  RuntimeScope scope;
  noteRead(table, sizeof(int32_t), site);
  random_data *data = changeGenerator();
  auto *before = reinterpret_cast<char *>(data->state - 1);
  bool done = setstate_r(table, data) == 0;
  endStep("setstate", site);
  return done ? before : nullptr;
}

namespace {

/// A generator of the program: itself, and the table that it has now.
random_data *changed(random_data *data, const xblock_site *site) {
  if (data && readBytes(data, sizeof *data, site)->state)
    written(tableOf(*data).begin, tableOf(*data).size, site);
  return result(data, site);
}

} // namespace

XBLOCK_FUNCTION(int, rand_r, (unsigned *seed), {
  return rand_r(written(readBytes(seed, sizeof *seed, site), sizeof *seed, site));
})
XBLOCK_FUNCTION(int, random_r, (random_data * data, int32_t *to),
                { return random_r(changed(data, site), result(to, site)); })
XBLOCK_FUNCTION(int, srandom_r, (unsigned seed, random_data *data),
                { return srandom_r(seed, changed(data, site)); })
XBLOCK_FUNCTION(int, initstate_r, (unsigned seed, char *table, size_t n, random_data *data), {
  return initstate_r(seed, written(table, usedOf(n), site), n, changed(data, site));
})
XBLOCK_FUNCTION(int, setstate_r, (char *table, random_data *data), {
  return setstate_r(readBytes(table, sizeof(int32_t), site), changed(data, site));
})

namespace {

drand48_data *changed48(drand48_data *data, const xblock_site *site) {
  return written(readBytes(data, sizeof *data, site), sizeof *data, site);
}
/// What is multiplied and added: set when it is first asked for.
drand48_data *factors48(drand48_data *data, const xblock_site *site) {
  return readBytes(data, sizeof *data, site)->__init ? data : written(data, sizeof *data, site);
}
unsigned short *own48(unsigned short *x, const xblock_site *site) {
  return written(readBytes(x, 3 * sizeof *x, site), 3 * sizeof *x, site);
}

} // namespace

// The state of libc as a whole, three words of the program, and the forms for a state of the
// program.
#define XBLOCK_DRAW48(type, name, own)                                                             \
  XBLOCK_FUNCTION(type, name, (), {                                                                \
    type drawn = 0;                                                                                \
    name##_r(changed48(&drand48State.value, site), &drawn);                                        \
    return drawn;                                                                                  \
  })                                                                                               \
  XBLOCK_FUNCTION(int, name##_r, (drand48_data * data, type * to),                                 \
                  { return name##_r(changed48(data, site), result(to, site)); })                   \
  XBLOCK_FUNCTION(type, own, (unsigned short x[3]), {                                              \
    type drawn = 0;                                                                                \
    own##_r(own48(x, site), factors48(&drand48State.value, site), &drawn);                         \
    return drawn;                                                                                  \
  })                                                                                               \
  XBLOCK_FUNCTION(int, own##_r, (unsigned short x[3], drand48_data *data, type *to),               \
                  { return own##_r(own48(x, site), factors48(data, site), result(to, site)); })
XBLOCK_DRAW48(double, drand48, erand48)
XBLOCK_DRAW48(long, lrand48, nrand48)
XBLOCK_DRAW48(long, mrand48, jrand48)

XBLOCK_FUNCTION(void, srand48, (long seed), { srand48_r(seed, result(&drand48State.value, site)); })
XBLOCK_FUNCTION(int, srand48_r, (long seed, drand48_data *data),
                { return srand48_r(seed, result(data, site)); })
XBLOCK_FUNCTION(unsigned short *, seed48, (unsigned short x[3]), {
  seed48_r(readBytes(x, 3 * sizeof *x, site), changed48(&drand48State.value, site));
  return drand48State->__old_x;
})
XBLOCK_FUNCTION(int, seed48_r, (unsigned short x[3], drand48_data *data),
                { return seed48_r(readBytes(x, 3 * sizeof *x, site), changed48(data, site)); })
XBLOCK_FUNCTION(void, lcong48, (unsigned short x[7]), {
  lcong48_r(readBytes(x, 7 * sizeof *x, site), result(&drand48State.value, site));
})
XBLOCK_FUNCTION(int, lcong48_r, (unsigned short x[7], drand48_data *data),
                { return lcong48_r(readBytes(x, 7 * sizeof *x, site), result(data, site)); })
