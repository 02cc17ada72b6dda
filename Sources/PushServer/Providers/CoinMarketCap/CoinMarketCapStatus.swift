import Shared

/// The `status` object of every CoinMarketCap answer.
struct CoinMarketCapStatus {
    /// A number, or a number as text in some answers. 0 is success.
    var code: Int64?
    var message: String?
    var time: MarketTime?

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var read = Self()
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "error_code": read.code = try reader.integer()
            case "error_message": read.message = try reader.text()
            case "timestamp": read.time = try reader.text().flatMap(MarketTime.init(iso8601:))
            default: break
            }
        }
        self = read
    }

    /// The failure that the code means (API page "Errors and Rate Limits").
    /// - Returns: nil for success.
    func failure(in answer: HTTPAnswer) -> ProviderFailure? {
        switch code {
        case 0?: answer.isSuccess ? nil : answer.failureByStatus
        case nil: answer.isSuccess ? answer.badAnswer("it has no status") : answer.failureByStatus
        case 1001?: .needsKey(.wrong)
        case 1002?, 1005?: .needsKey(.missing)
        case 1003?, 1004?, 1006?, 1007?: .needsKey(.notAllowed)
        case 1008?, 1011?: answer.rateLimited(fallback: Self.reset(answer))
        case 1009?: answer.rateLimited(fallback: answer.arrived.nextDay)
        case 1010?: answer.rateLimited(fallback: answer.arrived.nextMonth)
        case 400?: .refused(sentence)
        default: answer.status == 429 ? answer.rateLimited() : .unavailable(sentence, until: answer.retryAt)
        }
    }

    private var sentence: String { message ?? "error \(code ?? 0)" }

    /// The provider's own command-line client reads this header, in the form `2006-01-02 15:04:05 -0700`.
    private static func reset(_ answer: HTTPAnswer) -> MarketTime? {
        let reset = answer.headers["x-ratelimit-reset"].flatMap(MarketTime.init(iso8601:))
        return reset.flatMap { $0 > answer.arrived ? $0 : nil }
    }
}

extension HTTPAnswer {
    /// Checks an answer of CoinMarketCap and passes its `data` to `read`.
    ///
    /// `read` may run before the status is known, so its results are valid only if this method returns.
    func coinMarketCap(
        _ read: (inout JSONReader) throws(JSONError) -> Void
    ) throws(ProviderFailure) -> CoinMarketCapStatus {
        var status = CoinMarketCapStatus()
        guard isSuccess else {
            // A body that is not JSON adds nothing to the HTTP status.
            try? json { reader throws(JSONError) in
                try reader.members { reader, key throws(JSONError) in
                    if key == "status" { try status.read(&reader) }
                }
            }
            throw status.failure(in: self) ?? failureByStatus
        }
        try json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                switch key {
                case "status": try status.read(&reader)
                case "data": try read(&reader)
                default: break
                }
            }
        }
        if let failure = status.failure(in: self) { throw failure }
        return status
    }
}
