import Foundation
import NIOCore
import NIOHTTP1
import Shared
import Testing

@testable import MockMarket

extension MockReply {
    var status: Int? {
        steps.lazy.compactMap { if case .head(let head) = $0 { Int(head.status.code) } else { nil } }.first
    }

    func header(_ name: String) -> String? {
        steps.lazy.compactMap { if case .head(let head) = $0 { head.headers.first(name: name) } else { nil } }.first
    }

    var bodyBytes: [UInt8] {
        steps.reduce(into: []) { if case .body(let bytes) = $1 { $0 += bytes.readableBytesView } }
    }

    var text: String { String(decoding: bodyBytes, as: UTF8.self) }

    /// The body as an object.
    func object() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(bodyBytes)) as? [String: Any])
    }
}

extension MockRequest {
    static func get(_ uri: String, headers: [(String, String)] = []) -> MockRequest {
        MockRequest(
            HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: HTTPHeaders(headers)),
            connection: 1
        )
    }
}
