internal import Shared

extension CreditPlan {
    /// Decodes "Key Info": the limits of the key's plan, and what is left of them.
    package init(coinMarketCap answer: HTTPAnswer) throws(ProviderFailure) {
        var read = PlanFields()
        _ = try answer.coinMarketCap { reader throws(JSONError) in try read.read(&reader) }
        guard read.hasPlan else { throw answer.badAnswer("it has no plan") }
        self.init(month: read.month.allowance, day: read.day.allowance)
    }
}

/// The members of `data` while they are being read.
private struct PlanFields {
    struct Period {
        var limit: Int?
        var left: Int?
        var resets: MarketTime?

        /// Nil for a plan without this limit, which is written as 0 or null.
        var allowance: CreditPlan.Allowance? {
            guard let limit, limit > 0 else { return nil }
            return CreditPlan.Allowance(limit: limit, left: left.map { max(0, $0) }, resets: resets)
        }
    }

    var hasPlan = false
    var month = Period()
    var day = Period()

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var fields = Self()
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "plan":
                fields.hasPlan = try reader.members { reader, key throws(JSONError) in
                    try fields.readPlan(key, from: &reader)
                }
            case "usage":
                try reader.members { reader, key throws(JSONError) in
                    let left = try Self.creditsLeft(&reader)
                    switch key {
                    case "current_day": fields.day.left = left
                    case "current_month": fields.month.left = left
                    default: break
                    }
                }
            default: break
            }
        }
        self = fields
    }

    private mutating func readPlan(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "credit_limit_monthly": month.limit = try reader.integer().flatMap(Int.init(exactly:))
        case "credit_limit_daily": day.limit = try reader.integer().flatMap(Int.init(exactly:))
        case "credit_limit_monthly_reset_timestamp":
            month.resets = try reader.text().flatMap(MarketTime.init(iso8601:))
        case "credit_limit_daily_reset_timestamp":
            day.resets = try reader.text().flatMap(MarketTime.init(iso8601:))
        default: break
        }
    }

    private static func creditsLeft(_ reader: inout JSONReader) throws(JSONError) -> Int? {
        var left: Int?
        try reader.members { reader, key throws(JSONError) in
            if key == "credits_left" { left = try reader.integer().flatMap(Int.init(exactly:)) }
        }
        return left
    }
}
