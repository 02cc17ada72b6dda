import Shared

extension HTTPAnswer {
    /// Checks an answer of Binance and passes its one value to `read`. A success has no envelope. An error is an
    /// object with `code` and `msg`, with a status of 400 or above.
    func binance(_ read: (inout JSONReader) throws(JSONError) -> Void) throws(ProviderFailure) {
        if isSuccess { return try json(read) }
        var code: Int64?
        var message: String?
        // A body that is not JSON adds nothing to the HTTP status.
        try? json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                switch key {
                case "code": code = try reader.integer()
                case "msg": message = try reader.text()
                default: break
                }
            }
        }
        throw binanceFailure(code: code, message)
    }

    private func binanceFailure(code: Int64?, _ message: String?) -> ProviderFailure {
        switch (status, code) {
        // 429: too many requests. 418: the address is banned because it went on after a 429, for 2 minutes to 3 days.
        case (418, _): rateLimited(fallback: arrived.adding(seconds: 120))
        case (429, _), (_, -1003): rateLimited()
        case (451, _): .unavailable(message ?? "it does not serve the server's country (HTTP 451)")
        case (400, -1121): .notListed(message ?? "invalid symbol")
        case (400, _): .refused(message ?? "HTTP 400")
        default: failureByStatus
        }
    }
}
