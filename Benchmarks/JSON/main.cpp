// What simdjson takes for the listing that the server decodes itself: parse it, and read of each coin what Tickwire keeps.
// usage: simdjson FILE ROUNDS
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

static double milliseconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// A sum of all that was read, so that the compiler leaves nothing out.
static double read(simdjson::ondemand::parser &parser, const simdjson::padded_string &text, int &coins) {
    double sum = 0;
    auto document = parser.iterate(text);
    for (auto coin : document["data"]) {
        sum += double(uint64_t(coin["id"]));
        for (auto name : {"name", "symbol"}) sum += double(std::string_view(coin.find_field_unordered(name)).size());
        auto quote = coin.find_field_unordered("quote").get_object();
        auto figures = quote.find_field_unordered("USD").get_object();
        for (auto name : {"price", "volume_24h", "percent_change_1h", "percent_change_24h", "percent_change_7d", "market_cap"}) {
            double value;
            if (!figures.find_field_unordered(name).get_double().get(value)) sum += value;
        }
        coins++;
    }
    return sum;
}

int main(int count, char **arguments) {
    if (count != 3) return std::fprintf(stderr, "usage: simdjson FILE ROUNDS\n"), 64;
    auto text = simdjson::padded_string::load(arguments[1]).value();
    simdjson::ondemand::parser parser;
    std::vector<double> times;
    int coins = 0;
    double sum = 0;
    for (int round = std::atoi(arguments[2]); round > 0; round--) {
        double began = milliseconds();
        coins = 0;
        sum += read(parser, text, coins);
        times.push_back(milliseconds() - began);
    }
    std::sort(times.begin(), times.end());
    std::printf("simdjson coins=%d bytes=%zu rounds=%zu sum=%g\n", coins, text.size(), times.size(), sum);
    std::printf("  decoding it, CPU, p50  %10.2f ms\n  decoding it, CPU, max  %10.2f ms\n", times[times.size() / 2], times.back());
}
