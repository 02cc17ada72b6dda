import NIOHTTP1

/// The bodies that providers send with errors (providers.md sections 1.9 and 2.6).
extension MockReply {
    static func error(_ status: Int, path: String, retryAfter: Int? = nil) -> MockReply {
        MockProvider.of(path: path).error(status, retryAfter: retryAfter)
    }

    static func errorUnder200(path: String) -> MockReply { MockProvider.of(path: path).errorUnder200 }
    static func monthSpent(path: String) -> MockReply { MockProvider.of(path: path).monthSpent }
    static func wrongTypes(path: String) -> MockReply { MockProvider.of(path: path).wrongTypes }

    static func notFound(_ path: String) -> MockReply {
        let text = #"{"statusCode":404,"error":"Not Found","message":"Not Found"}"#
        return MockReply(.notFound, text: text)
    }
}
