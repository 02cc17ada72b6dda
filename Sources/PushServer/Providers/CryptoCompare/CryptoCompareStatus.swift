import Shared

/// The status of a CryptoCompare answer, apart from its data.
///
/// On some paths a success has no flag. So only an error is certain: `"Response":"Error"`, or a non-empty `Err`, which
/// the newer gateway sends.
struct CryptoCompareStatus {
    private var response: String?
    private var kind: Int64?
    private var message: String?
    private var parameter: String?
    private var rates = CryptoCompareRates()
    private var gateway: GatewayError?

    /// Reads the member if it belongs to the status.
    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "Response": response = try reader.text()
        case "Type": kind = try reader.integer()
        case "Message": message = try reader.text()
        case "ParamWithError": parameter = try reader.text()
        case "RateLimit": try rates.read(&reader)
        case "Err": gateway = try GatewayError.read(&reader)
        default: break
        }
    }

    /// - Returns: nil for success.
    func failure(in answer: HTTPAnswer) -> ProviderFailure? {
        if let gateway { return gateway.failure(in: answer) }
        if response == "Error" { return meaning(answer) }
        return answer.isSuccess ? nil : answer.failureByStatus
    }

    private func meaning(_ answer: HTTPAnswer) -> ProviderFailure {
        let sentence = message ?? "error \(kind ?? 0)"
        if let needed = ProviderFailure.NeedsKey(sentence: sentence) { return .needsKey(needed) }
        return switch kind {
        case 99: answer.rateLimited(fallback: rates.reset(after: answer.arrived))
        // The market or pair is unknown.
        case 1: .notListed(sentence)
        case 2: isAboutSymbol(sentence) ? .notListed(sentence) : .refused(sentence)
        default: .unavailable(sentence, until: answer.retryAt)
        }
    }

    /// Whether a sentence is about an unknown symbol. Type 2 covers all wrong parameters, and missing data.
    private func isAboutSymbol(_ sentence: String) -> Bool {
        let symbols = ["fsym", "fsyms", "tsym", "tsyms", "e"]
        return parameter.map(symbols.contains) ?? sentence.lowercased().contains("no data")
    }
}

/// The error of the gateway in front of all paths since 2026, known only from notes: `{"type":2,"message":"API key
/// required, …","http_status_code":401}`.
private struct GatewayError {
    private var message: String?
    private var status: Int64?

    private init() {}

    /// - Returns: nil if the object is empty, which means success.
    static func read(_ reader: inout JSONReader) throws(JSONError) -> Self? {
        var error = Self()
        var isEmpty = true
        try reader.members { reader, key throws(JSONError) in
            isEmpty = false
            switch key {
            case "message": error.message = try reader.text()
            case "http_status_code": error.status = try reader.integer()
            default: break
            }
        }
        return isEmpty ? nil : error
    }

    func failure(in answer: HTTPAnswer) -> ProviderFailure {
        let sentence = message ?? "error \(status ?? Int64(answer.status))"
        return switch status ?? Int64(answer.status) {
        case 401, 403: .needsKey(ProviderFailure.NeedsKey(sentence: sentence) ?? .wrong)
        case 402: .needsKey(.notAllowed)
        case 404: .notListed(sentence)
        case 429: answer.rateLimited()
        case 400..<500: .refused(sentence)
        default: .unavailable(sentence, until: answer.retryAt)
        }
    }
}

extension ProviderFailure.NeedsKey {
    /// Older answers mention a key only in their text. A rejected key was never recorded.
    fileprivate init?(sentence: String) {
        let words = sentence.lowercased()
        guard words.contains("api key") || words.contains("auth key") else { return nil }
        self = words.contains("required") || words.contains("you need") ? .missing : .wrong
    }
}

extension HTTPAnswer {
    /// Checks an answer of CryptoCompare and passes the members outside its status to `read`.
    ///
    /// `read` may run before the status is known (in errors, `Data` is an empty object or list), so its results are
    /// valid only if this method returns.
    func cryptoCompare(
        _ read: (inout JSONReader, _ key: String) throws(JSONError) -> Void
    ) throws(ProviderFailure) {
        var status = CryptoCompareStatus()
        guard isSuccess else {
            // A body that is not JSON adds nothing to the HTTP status.
            try? json { reader throws(JSONError) in
                try reader.members { reader, key throws(JSONError) in try status.read(key, from: &reader) }
            }
            throw status.failure(in: self) ?? failureByStatus
        }
        try json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                try status.read(key, from: &reader)
                try read(&reader, key)
            }
        }
        if let failure = status.failure(in: self) { throw failure }
    }
}
