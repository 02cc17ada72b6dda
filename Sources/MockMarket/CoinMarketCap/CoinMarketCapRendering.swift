import NIOCore
import Shared

/// "Listings Latest" as the Pro API answers it.
enum CoinMarketCapRendering {
    /// - Parameter ranks: the requested indexes in the ranking.
    static func listing(
        _ market: SimulatedMarket,
        ranks: Range<Int>,
        at now: MarketTime,
        _ cache: inout RowCache
    ) -> ByteBuffer {
        let ranking = market.ranking
        let rows = ranks.clamped(to: ranking.indices).map { rank in
            let coin = market.coins[ranking[rank]]
            return cache.bytes(of: ranking[rank], version: coin.version, rank: rank + 1) {
                row(coin, rank: rank + 1)
            }
        }
        let credits = max(1, (rows.count + 199) / 200)
        let status =
            #"{"status":{"timestamp":"\#(now.iso8601)","error_code":0,"error_message":null,"elapsed":12,"#
            + #""credit_count":\#(credits),"notice":null,"total_count":\#(ranking.count)},"data":["#
        return ByteBuffer(before: status, rows: rows, after: "]}")
    }

    /// "Key Info": a plan of 60,000 credits for each month of the calendar, spent evenly so far.
    static func plan(at now: MarketTime) -> MockReply {
        let limit = 60_000
        let reset = now.nextMonth
        let rest = min(1, max(0, reset.elapsed(since: now) / .seconds(30 * 86_400)))
        let left = Int(Double(limit) * rest)
        var json = JSONWriter(.script)
        json.object { json in
            json.key("data")
            json.object { json in
                json.key("plan")
                json.object { json in
                    json.integer("credit_limit_daily", 0)
                    json.integer("credit_limit_monthly", Int64(limit))
                    json.text("credit_limit_monthly_reset_timestamp", reset.iso8601)
                    json.integer("rate_limit_minute", 30)
                }
                json.key("usage")
                json.object { json in
                    json.key("current_month")
                    json.object { json in
                        json.integer("credits_used", Int64(limit - left))
                        json.integer("credits_left", Int64(left))
                    }
                }
            }
            status(at: now, to: &json)
        }
        return MockReply(json)
    }

    /// The status of answers that cost no credits and have no total.
    static func status(at now: MarketTime, to json: inout JSONWriter) {
        json.key("status")
        json.object { json in
            json.text("timestamp", now.iso8601)
            json.integer("error_code", 0)
            json.raw("error_message", "null")
            json.integer("elapsed", 9)
            json.integer("credit_count", 0)
            json.raw("notice", "null")
        }
    }

    /// "CoinMarketCap ID Map". Here the place is called `rank`, and `is_active` is a number.
    static func mapRow(_ coin: SimulatedCoin, rank: Int, at now: MarketTime, to json: inout JSONWriter) {
        json.integer("id", Int64(coin.identity.id.rawValue))
        json.integer("rank", Int64(rank))
        json.text("name", coin.identity.name)
        json.text("symbol", coin.identity.symbol)
        json.text("slug", coin.identity.slug)
        json.integer("is_active", 1)
        json.text("first_historical_data", MarketTime(minute: coin.birth).iso8601)
        json.text("last_historical_data", now.iso8601)
        platform(coin.identity, to: &json)
    }

    private static func row(_ coin: SimulatedCoin, rank: Int) -> [UInt8] {
        var json = JSONWriter(.script)
        json.object { json in
            identity(coin, to: &json)
            json.raw("max_supply", "null")
            json.integer("circulating_supply", coin.supply)
            json.integer("total_supply", coin.supply)
            platform(coin.identity, to: &json)
            json.integer("cmc_rank", Int64(rank))
            json.text("last_updated", coin.lastChanged.iso8601)
            json.key("quote")
            json.object { json in
                json.key("USD")
                json.object { quote(coin, to: &$0) }
            }
        }
        return json.bytes
    }

    private static func identity(_ simulated: SimulatedCoin, to json: inout JSONWriter) {
        let coin = simulated.identity
        json.integer("id", Int64(coin.id.rawValue))
        json.text("name", coin.name)
        json.text("symbol", coin.symbol)
        json.text("slug", coin.slug)
        json.integer("num_market_pairs", Int64(coin.name.utf8.count * 37))
        json.text("date_added", MarketTime(minute: simulated.birth).iso8601)
        json.raw("tags", coin.platform == nil ? #"["layer-1"]"# : #"["defi","platform-token"]"#)
    }

    static func platform(_ coin: CoinIdentity, to json: inout JSONWriter) {
        guard let platform = coin.platform else { return json.raw("platform", "null") }
        json.key("platform")
        json.object { json in
            json.integer("id", Int64(platform.id))
            json.text("name", platform.name)
            json.text("symbol", platform.symbol)
            json.text("slug", platform.slug)
            json.text("token_address", coin.tokenAddress)
        }
    }

    private static func quote(_ coin: SimulatedCoin, to json: inout JSONWriter) {
        json.number("price", coin.price, decimals: coin.decimals)
        json.number("volume_24h", coin.turnover, decimals: 2)
        json.number("percent_change_1h", coin.history.hour(to: coin.price), decimals: 8)
        json.number("percent_change_24h", coin.history.day(to: coin.price), decimals: 8)
        json.number("percent_change_7d", coin.history.week(to: coin.price), decimals: 8)
        json.number("market_cap", Int64(clamping: coin.marketCap), decimals: 2)
        json.text("last_updated", coin.lastChanged.iso8601)
    }
}
