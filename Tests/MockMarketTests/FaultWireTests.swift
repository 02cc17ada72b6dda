import Foundation
import Shared
import Testing

@testable import MockMarket

/// Every fault, as a client sees it that reads bytes and believes nothing.
@Suite(.timeLimit(.minutes(5)))
struct FaultWireTests {
    private static let path = "/market/tickers"

    @Test(arguments: [401, 403, 404, 410, 429, 500, 503])
    func aStatusIsThatStatus(status: Int) async throws {
        let text = try await answer("\(status)")
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(!text.lowercased().contains("retry-after"))
    }

    @Test func retryAfterIsAHeader() async throws {
        let text = try await answer("429 retry-after=17")
        #expect(text.hasPrefix("HTTP/1.1 429 "))
        #expect(text.lowercased().contains("retry-after: 17\r\n"))
    }

    @Test(arguments: [
        ("malformed", #"{"id":1,,]}"#), ("html", "<!DOCTYPE html>"), ("wrong-types", #""ts":"soon""#),
        ("error-200", "gateway-internal-error"), ("empty", "\r\n\r\n"),
    ])
    func aWrongBodyComesUnder200(kind: String, part: String) async throws {
        let text = try await answer(kind)
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        #expect(text.hasSuffix(part) || text.contains(part))
    }

    @Test(arguments: [
        ("/v1/cryptocurrency/listings/latest", #""error_code":"500""#), ("/data/histominute", #""Type":99"#),
        ("/market/tickers", "gateway-internal-error"),
    ])
    func anErrorUnder200IsTheProvidersOwn(path: String, part: String) async throws {
        let text = try await answer("error-200", path: path)
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains(part))
    }

    @Test func aCutBodyEndsEarly() async throws {
        try await withMock("cut=20") { client in
            try await client.get(Self.path)
            let (text, ending) = await client.read()
            #expect(ending == .closed)
            #expect(announced(text) ?? 0 > 1000)
            #expect(body(text).utf8.count == 20)
        }
    }

    @Test func aResetIsNoOrdinaryEnd() async throws {
        try await withMock("reset") { client in
            try await client.get(Self.path)
            let (text, ending) = await client.read()
            #expect(text.isEmpty)
            #expect(ending == .reset)
        }
    }

    @Test func slowHeadersAreLateButWhole() async throws {
        try await withMock("slow-headers=1ms") { client in
            try await client.get(Self.path)
            let (text, _) = await client.read { isWhole($0) }
            #expect(isWhole(text) && text.hasPrefix("HTTP/1.1 200 "))
        }
    }

    /// The first piece is there long before the answer could be whole.
    @Test func aSlowBodyComesInPieces() async throws {
        try await withMock("slow-body=10m") { client in
            try await client.get(Self.path)
            let (text, ending) = await client.read { !body($0).isEmpty }
            #expect(ending == nil)
            #expect(body(text).utf8.count < (announced(text) ?? 0))
        }
        try await withMock("slow-body=8ms") { client in
            try await client.get(Self.path)
            let (text, _) = await client.read { isWhole($0) }
            #expect(isWhole(text) && text.hasSuffix("]}"))
        }
    }

    @Test func gzipIsMarkedAndPacked() async throws {
        try await withMock("gzip") { client in
            try await client.get(Self.path)
            // The length is of the packed bytes, which are no text: count them by the head.
            let (head, _) = await client.read { $0.contains("\r\n\r\n") }
            #expect(head.lowercased().contains("content-encoding: gzip\r\n"))
        }
        let text = try await answer("false-gzip")
        #expect(text.lowercased().contains("content-encoding: gzip\r\n"))
        #expect(text.hasSuffix("]}"))
    }

    @Test func aLargeBodyIsAsLongAsSaid() async throws {
        try await withMock("large=3MiB") { client in
            try await client.get(Self.path)
            let (head, _) = await client.read { $0.contains("\r\n\r\n") }
            #expect(announced(head) == 3 << 20)
            let rest = try await client.countBytes(upTo: 3 << 20 - body(head).utf8.count)
            #expect(rest + body(head).utf8.count == 3 << 20)
        }
    }

    @Test func neverMeansNoByte() async throws {
        let (requests, sink) = AsyncStream.makeStream(of: Void.self)
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 20
        configuration.faults = [Fault(path: "/", kind: .never, times: 1)]
        let observe: LoopbackServer.Observer = { if case .requested = $0 { sink.yield() } }
        let mock = try await MockMarketServer.start(configuration, observe: observe)
        let client = try await RawHTTP.connected(to: mock.port)
        try await client.get(Self.path)
        for await _ in requests { break }
        // Its answer would come before that of a connection that asked later.
        let second = try await RawHTTP.connected(to: mock.port)
        try await second.get(Self.path)
        let (text, _) = await second.read { isWhole($0) }
        #expect(isWhole(text))
        await client.close()
        let (nothing, _) = await client.read()
        #expect(nothing.isEmpty)
        await second.close()
        await mock.stop()
    }

    @Test func aRunningMockTakesRulesOverHTTP() async throws {
        try await withMock("html times=1") { client in
            func send(_ method: String, _ body: String = "") async throws -> String {
                let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
                try await client.send("\(method) /mock/faults HTTP/1.1\r\nHost: mock\r\n\(length)\r\n\(body)")
                return await client.read { isWhole($0) }.text
            }
            #expect(try await send("GET").hasSuffix(#"[{"rule":"\#(Self.path) html times=1","hits":0,"over":false}]"#))
            let put = try await send("PUT", #"["/market 503 times=2","/data empty"]"#)
            #expect(put.hasPrefix("HTTP/1.1 200 ") && put.contains(#""rule":"/market 503 times=2""#))
            for status in ["503", "503", "200"] {
                try await client.get(Self.path)
                let (text, _) = await client.read { isWhole($0) }
                #expect(text.hasPrefix("HTTP/1.1 \(status) "))
            }
            #expect(try await send("GET").contains(#""rule":"/market 503 times=2","hits":2,"over":true"#))
            let wrong = try await send("PUT", #"["/market 42"]"#)
            #expect(wrong.hasPrefix("HTTP/1.1 400 ") && wrong.contains("42 is not a status from 400 to 599"))
            #expect(try await send("PUT", "{}").contains("send a JSON array of rules"))
            #expect(try await send("GET").contains("/market 503"))
            #expect(try await send("DELETE").hasSuffix("[]"))
            #expect(try await send("POST").hasPrefix("HTTP/1.1 405 "))
        }
    }

    private func answer(_ kind: String, path: String = path) async throws -> String {
        try await withMock(kind, path: path) { client in
            try await client.get(path)
            return await client.read { isWhole($0) }.text
        }
    }

    /// A market that stands still and misbehaves by one rule.
    private func withMock<Result>(
        _ kind: String,
        path: String = path,
        _ body: (RawHTTP) async throws -> Result
    ) async throws -> Result {
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 40
        configuration.faults = [try Fault(rule: "\(path) \(kind)")]
        let mock = try await MockMarketServer.start(configuration)
        let client = try await RawHTTP.connected(to: mock.port)
        let result = try await body(client)
        await client.close()
        await mock.stop()
        return result
    }
}

/// The body of an answer as far as it is there.
private func body(_ text: String) -> Substring {
    text.range(of: "\r\n\r\n").map { text[$0.upperBound...] } ?? ""
}

private func announced(_ text: String) -> Int? {
    let line = text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
    return line.flatMap { Int($0.dropFirst("content-length: ".count)) }
}

private func isWhole(_ text: String) -> Bool {
    guard text.contains("\r\n\r\n"), let length = announced(text) else { return false }
    return body(text).utf8.count >= length
}
