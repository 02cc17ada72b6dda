import Shared

/// The status and error of Huobi's envelope, which usually comes with HTTP 200.
struct HuobiStatus {
    private var status: String?
    private var code: String?
    private var message: String?
    private(set) var time: MarketTime?

    /// Reads the member if it belongs to the status. Spot answers write `err-code`, contract answers `err_code`, some
    /// newer paths `code`. The code is text or a number.
    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "status": status = try reader.text()
        case "err-code", "err_code", "code": code = try reader.text()
        case "err-msg", "err_msg", "message": message = try reader.text()
        case "ts": time = try reader.integer().map(MarketTime.init(milliseconds:))
        default: break
        }
    }

    /// - Returns: nil for success. Some newer paths report it only by the code.
    func failure(in answer: HTTPAnswer) -> ProviderFailure? {
        switch status {
        case "ok": nil
        case nil where code == "200": nil
        case nil where code == nil: answer.badAnswer("it has no status")
        default: meaning(answer)
        }
    }

    /// A code may have several meanings, so the message decides first.
    private func meaning(_ answer: HTTPAnswer) -> ProviderFailure {
        let sentence = message ?? code ?? "an error without a reason"
        return switch (message, code) {
        case ("invalid symbol", _), ("symbol trade not open now", _), (_, "base-symbol-error"): .notListed(sentence)
        case ("request limit", _), (_, "base-request-exceed-frequency-limit"):
            answer.rateLimited(fallback: pause(answer))
        case (_, "403"), (_, "api-signature-not-valid"): .needsKey(.wrong)
        case (_, "invalid-parameter"), (_, "bad-request"), (_, "invalid-command"), (_, "require-symbol"):
            .refused(sentence)
        default: .unavailable(sentence, until: answer.retryAt)
        }
    }

    /// The limit was 100 requests in 10 seconds in the documentation of 2019, and has grown since.
    private func pause(_ answer: HTTPAnswer) -> MarketTime { answer.arrived.adding(seconds: 10) }
}

extension HTTPAnswer {
    /// Checks an answer of Huobi and passes its `data` to `read`.
    ///
    /// `read` may run before the status is known, so its results are valid only if this method returns.
    func huobi(_ read: (inout JSONReader) throws(JSONError) -> Void) throws(ProviderFailure) -> HuobiStatus {
        var status = HuobiStatus()
        guard isSuccess else { throw failureByStatus }
        try json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                if key == "data" { try read(&reader) } else { try status.read(key, from: &reader) }
            }
        }
        if let failure = status.failure(in: self) { throw failure }
        return status
    }
}
