// Texts of addresses that string_functions.cpp leaves out. What ether_aton() and ether_ntoa() return lies in memory of all threads, where calls race as libc's do.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <arpa/inet.h>
#include <netinet/ether.h>

using namespace xblock;

namespace {

using Text = char[18];

} // namespace

XBLOCK_KEPT(ether_addr, etherAddress, "ether_aton_result");
XBLOCK_KEPT(Text, etherText, "ether_ntoa_result");

XBLOCK_FUNCTION(ether_addr *, ether_aton_r, (const char *text, ether_addr *to), { return ether_aton_r(readString(text, site), result(to, site)); })
XBLOCK_FUNCTION(ether_addr *, ether_aton, (const char *text), { return ether_aton_r(readString(text, site), result(&etherAddress.value, site)); })
XBLOCK_FUNCTION(char *, ether_ntoa_r, (const ether_addr *from, char *to), {
  return ether_ntoa_r(readBytes(from, sizeof *from, site), written(to, sizeof(Text), site));
})
XBLOCK_FUNCTION(char *, ether_ntoa, (const ether_addr *from), {
  return ether_ntoa_r(readBytes(from, sizeof *from, site), written(etherText.value, sizeof(Text), site));
})
XBLOCK_FUNCTION(in_addr_t, inet_addr, (const char *text), { return inet_addr(readString(text, site)); })
XBLOCK_FUNCTION(in_addr_t, inet_network, (const char *text), { return inet_network(readString(text, site)); })
