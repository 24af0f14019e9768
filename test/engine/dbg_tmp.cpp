#define main emit_main
#include "../end_to_end/emit_programs.cpp"
#undef main
#include <cstdio>
#include <fstream>
struct Traced : ModelWorld { using ModelWorld::ModelWorld;
  void run(ThreadId t, std::span<const uint16_t> c, Outcome &o) override { ModelWorld::run(t,c,o); 
   
   
  void observe(std::span<const Resource> l) override { printf("round: observed %zu\n", l.size()); ModelWorld::observe(l);} 
  void refine(std::span<const LockEdge> l) override { printf("round: edges %zu\n", l.size()); ModelWorld::refine(l);} 
  };
int main(int argc,char**argv){ 
  Json all = Json::parse(std::ifstream(argv[1]));
  for (auto&j:all) if (j["file"]==std::string(argv[2]) && j["number"]==atoi(argv[3])) {
  Program p = modelOf(j["closed"]);
  Traced w(p);
  SearchOptions o; o.mode = (argc>4?Mode::Sleep:Mode::Dpor); o.keepGoing=true;
  SearchResult r = search(w,o, {[&]{puts("completed");}});
  printf("schedules %lu rounds %lu redundant %lu aborted %lu failures %zu blocks %lu\n", r.schedules,r.rounds,r.redundant,r.aborted,r.failures.size(), r.blocks);
  for(auto&f:r.failures) printf("%s %s\n", f.failure.message.c_str(), print(f.schedule).c_str());
  }
}
