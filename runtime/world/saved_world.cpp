// What a world knows of all schedules so far, for a search that another process goes on with. All else is made again when
// its schedule is executed again, as --restore=reexecute does for each state.
#include "world/process_world.h"
#include "world/race_events.h"
#include "world/reexecute_world_linux.h"
#include "world/remarks.h"

namespace xblock {

namespace {

template <typename A> void ioWorld(A &a, FirstSchedule &first) {
  ioRemarks(a);
  io(a, objectsSentTo());
  io(a, first);
}

} // namespace

void ProcessWorld::writeTo(Writer &out) { ioWorld(out, firstSchedule_); }
void ProcessWorld::readFrom(Reader &in) { ioWorld(in, firstSchedule_); }

void ReexecuteWorld::writeTo(Writer &out) {
  ioRemarks(out);
  io(out, first_);
}
void ReexecuteWorld::readFrom(Reader &in) {
  ioRemarks(in);
  io(in, first_);
}

} // namespace xblock
