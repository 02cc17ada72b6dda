import NIOHTTP1

/// The bodies that providers send with an error (providers.md sections 1.9 and 2.6).
extension MockReply {
    static func error(_ status: Int, path: String, retryAfter: Int? = nil) -> MockReply {
        let headers = retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
        let isCoinMarketCap = path.contains("/cryptocurrency/")
        let text = isCoinMarketCap ? coinMarketCapBody(status) : huobiBody
        return MockReply(HTTPResponseStatus(statusCode: status), headers: headers, text: text)
    }

    /// For a call of the Pro API without a key, as recorded.
    static let keyMissing = MockReply.error(401, path: "/cryptocurrency/")

    static func notFound(_ path: String) -> MockReply {
        let text = #"{"statusCode":404,"error":"Not Found","message":"Not Found"}"#
        return MockReply(.notFound, text: text)
    }

    static func invalid(_ parameter: String) -> MockReply {
        MockReply(.badRequest, text: coinMarketCapBody(400, code: 400, message: "Invalid value for '\(parameter)'"))
    }

    private static let huobiBody =
        #"{"status":"error","err-code":"gateway-internal-error","#
        + #""err-msg":"Failed to load data. Try again later.","data":null}"#

    private static func coinMarketCapBody(_ status: Int) -> String {
        switch status {
        case 401: coinMarketCapBody(status, code: 1002, message: "API key missing.")
        case 402: coinMarketCapBody(status, code: 1004, message: "Your plan's payment is overdue.")
        case 403: coinMarketCapBody(status, code: 1006, message: "Your plan does not support this endpoint.")
        case 429: coinMarketCapBody(status, code: 1008, message: "You've exceeded the rate limit of your API key.")
        default: coinMarketCapBody(status, code: status, message: "An internal error occurred.")
        }
    }

    private static func coinMarketCapBody(_ status: Int, code: Int, message: String) -> String {
        #"{"status":{"timestamp":"2022-04-17T06:58:28.344Z","error_code":\#(code),"error_message":"\#(message)","#
            + #""elapsed":0,"credit_count":0}}"#
    }
}
