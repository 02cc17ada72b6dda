import Foundation
import MockMarket
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// What the real server logs at its most verbose level.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LogTests {
    private static let name = "ada.of.the.log"
    private static let passwords = (
        right: "correct horse 7316", wrong: "battery staple 9025", next: "paper clip 4481", strange: "red herring 1170"
    )

    /// With one user, at the most verbose level.
    private func start(
        in directory: String,
        _ options: [String] = [],
        environment: [String: String] = [:],
        log: String
    ) async throws -> ServerBinary {
        let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
        try await administration.add(name: Self.name, password: Self.passwords.right)
        try await administration.close()
        return try await ServerBinary.start(
            in: directory,
            port: 0,
            // The timeout is long, because a busy machine may be slow.
            arguments: ["--log-level", "trace", "--handshake-timeout", "120", "--hello-timeout", "120"] + options,
            environment: environment,
            log: log
        )
    }

    @Test func noSecretAndNoNameIsInTheMetricsOrInTheLogAtItsMostTalkative() async throws {
        try await withTemporaryDirectory { directory in
            let log = directory + "/log"
            let server = try await start(in: directory, log: log)
            let token = try await live(on: server)
            let metrics = try await server.metrics()
            #expect(metrics.contains("tickwire_closes_total{code=\"3001\"} 2"))
            await server.stop()
            let text = String(decoding: try SmallFile.read(log), as: UTF8.self)
            #expect(text.contains("wrong password") && text.contains("welcomed"), "it does talk")
            let secrets =
                [Self.name, Self.passwords.right, Self.passwords.wrong, Self.passwords.next, Self.passwords.strange]
                + spellings(of: token)
            for secret in secrets { #expect(!(text + metrics).lowercased().contains(secret.lowercased())) }
            for line in text.split(separator: "\n") where line.contains("wrong password") {
                #expect(line.contains("connection=") && line.contains("address="))
            }
            #expect(text.split(separator: "\n").contains { $0.contains("wrong password") && $0.contains("user=") })
        }
    }

    @Test func noEntryIsLongEvenAtTheMostVerboseLevel() async throws {
        try await withTemporaryDirectory { directory in
            let log = directory + "/log"
            let server = try await start(in: directory, log: log)
            await server.stop()
            let lines = String(decoding: try SmallFile.read(log), as: UTF8.self).split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines { #expect(line.utf8.count < 1_000, "\(line.prefix(300))") }
        }
    }

    @Test func noKeyOfAProviderIsInThemWhenTheProviderRepeatsIt() async throws {
        let keys = ["TICKWIRE_COINMARKETCAP_KEY": "key-5520-abcd", "TICKWIRE_CRYPTOCOMPARE_KEY": "key-6631-bcde"]
        let provider = try await RepeatingProvider.start()
        try await withTemporaryDirectory { directory in
            let log = directory + "/log"
            let options = ["--market", "live"] + provider.options
            let server = try await start(in: directory, options, environment: keys, log: log)
            let user = terminal(server, .password(name: Self.name, password: Self.passwords.right))
            let causes = try await user.running {
                await user.until { $0.table.sources.count { !$0.cause.isEmpty } == 6 }
                return user.table.sources.map(\.cause)
            }
            let metrics = try await server.metrics()
            await server.stop()
            #expect(Set(keys.values).isSubset(of: provider.keysSeen), "they were sent")
            let text = String(decoding: try SmallFile.read(log), as: UTF8.self)
            #expect(text.matches(of: /\(hidden\) is not welcome/).count >= 2, "the provider's words do come there")
            for key in keys.values {
                #expect(!(text + metrics).contains(key))
                #expect(!causes.contains { $0.contains(key) }, "nor do terminals see them")
            }
        }
        await provider.stop()
    }

    @Test func connectionsClosedForBadInputAreLoggedAtInfoWithACount() async throws {
        try await withTemporaryDirectory { directory in
            let log = directory + "/log"
            let server = try await start(
                in: directory,
                ["--log-level", "info", "--max-frames-per-second", "1"],
                log: log
            )
            for _ in 0..<3 { try await expectClose(.badFrame, after: [0, 0, 0, 0], server) }
            try await expectClose(.frameTooLarge, after: [0, 1, 0, 0], server)
            try await expectClose(.tooFast, after: tooMany, server)
            await server.stop()
            let lines = try closeLines(log)
            #expect(lines.count == 2, "the first at once, the others of the minute in one")
            #expect(lines.first?.contains("code=3003") == true && lines.first?.contains("connections=1") == true)
            #expect(lines.last?.contains("code=2005 x1, 3003 x2, 3004 x1") == true)
            #expect(lines.last?.contains("connections=4") == true)
            #expect(lines.allSatisfy { $0.contains("address=127.0.0.1") && $0.contains(" info ") })
            #expect(lines.allSatisfy { !$0.contains("user=") }, "nobody had signed in")
        }
    }

    @Test func eachCodeIsLoggedWithItsReason() async throws {
        try await withTemporaryDirectory { directory in
            let log = directory + "/log"
            let server = try await start(
                in: directory,
                ["--log-level", "info", "--max-frames-per-second", "1"],
                log: log
            )
            let faults: [(CloseCode, [UInt8], words: String, from: String)] = [
                (.badFrame, [0, 0, 0, 0], "a frame of 0 bytes came", "127.0.0.2"),
                (.badFrame, [0, 0, 0, 2, 255, 255], "a frame could not be read", "127.0.0.3"),
                (.frameTooLarge, [0, 1, 0, 0], "a frame of 65536 bytes came; at most 4096", "127.0.0.4"),
                (.tooFast, tooMany, "This client sends more frames in a second than the server allows", "127.0.0.5"),
            ]
            for (code, bytes, _, address) in faults { try await expectClose(code, after: bytes, server, from: address) }
            await server.stop()
            let lines = try closeLines(log)
            #expect(lines.count == faults.count)
            for (code, _, words, address) in faults {
                let line = try #require(lines.first { $0.contains("address=\(address)") })
                #expect(line.contains("code=\(code.rawValue)") && line.contains(words), "\(line)")
                #expect(line.contains("connections=1") && line.contains(" info "), "\(line)")
            }
        }
    }

    @Test func aClosedConnectionOfAUserIsLoggedWithUserAndDevice() async throws {
        try await withTemporaryDirectory { directory in
            let log = directory + "/log"
            let server = try await start(in: directory, ["--log-level", "info"], log: log)
            let answers = try await RawClient.answers(
                to: hello,
                afterWelcome: [0, 0, 0, 0],
                port: server.port,
                pin: server.pin
            )
            guard case .close? = answers.last else {
                Issue.record("it was not closed")
                return
            }
            await server.stop()
            let line = try closeLines(log).first
            #expect(line?.contains(/user=\d+/) == true && line?.contains(/device=\d+/) == true)
            #expect(line?.contains("code=3003") == true && line?.contains("address=127.0.0.1") == true)
        }
    }

    private func bytes(_ frame: ClientFrame) -> [UInt8] {
        var bytes = ByteBuffer()
        frame.write(into: &bytes)
        return Array(bytes.readableBytesView)
    }

    private var hello: [UInt8] {
        bytes(
            .hello(
                Hello(
                    clientName: "test",
                    clientVersion: "1",
                    deviceName: "test",
                    clientID: ClientID(high: 1, low: 2),
                    credentials: .password(name: Self.name, password: Self.passwords.right)
                )
            )
        )
    }

    /// More frames than the rate and its burst allow.
    private var tooMany: [UInt8] { hello + (0..<20).flatMap { bytes(.ping(nonce: $0)) } }

    private func closeLines(_ log: String) throws -> [Substring] {
        let text = String(decoding: try SmallFile.read(log), as: UTF8.self)
        return text.split(separator: "\n").filter { $0.contains("closed connections that broke the protocol") }
    }

    private func expectClose(
        _ code: CloseCode,
        after bytes: [UInt8],
        _ server: ServerBinary,
        from address: String = "127.0.0.1"
    ) async throws {
        let answers = try await RawClient.answers(to: bytes, port: server.port, pin: server.pin, from: address)
        guard case .close(let close)? = answers.last else {
            Issue.record("it was not closed")
            return
        }
        #expect(close.code == code)
    }

    /// Does everything that involves a secret.
    /// - Returns: the token.
    private func live(on server: ServerBinary) async throws -> [UInt8] {
        let first = terminal(server, .password(name: Self.name, password: Self.passwords.right))
        try await first.running {
            await first.untilReady()
            let account = first.link.account
            await #expect(throws: AccountProblem.self) {
                _ = try await account.changePassword(
                    from: "battery staple 9025",
                    to: "battery staple 9026",
                    revokingOthers: false
                )
            }
            _ = try await account.changePassword(
                from: Self.passwords.right,
                to: Self.passwords.next,
                revokingOthers: true
            )
        }
        let token = try #require(first.token)
        let second = terminal(server, .token(token))
        try await second.running { await second.untilReady() }
        for (name, password) in [(Self.name, Self.passwords.wrong), ("nobody", Self.passwords.strange)] {
            let guesser = terminal(server, .password(name: name, password: password))
            _ = try await guesser.running { await guesser.untilStopped() }
        }
        let forged = terminal(server, .token(Array(token.reversed())))
        _ = try await forged.running { await forged.untilStopped() }
        return token
    }

    private func terminal(_ server: ServerBinary, _ credentials: Hello.Credentials) -> TestTerminal {
        TestTerminal(
            target: ServerLink.Target(
                address: ServerAddress(host: "127.0.0.1", port: server.port),
                trust: .pin(server.pin),
                credentials: credentials,
                deviceName: "log"
            )
        )
    }

    /// The beginnings of the forms in which bytes get into logs. Part of a secret is a secret, too.
    private func spellings(of token: [UInt8]) -> [String] {
        let part = token.prefix(12)
        return [
            part.hexadecimal, part.map(\.hexadecimal).joined(separator: " "),
            part.map(String.init).joined(separator: ", "), Data(part).base64EncodedString(),
        ]
    }
}

/// All providers at one address. It refuses every request and repeats the key that came with it.
private struct RepeatingProvider {
    private let server: LoopbackServer
    private let seen: NIOLockedValueBox<Set<String>>

    static func start() async throws -> RepeatingProvider {
        let seen = NIOLockedValueBox<Set<String>>([])
        let server = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { request in
            let fields = ["X-CMC_PRO_API_KEY", "Authorization"].flatMap { request.headers[$0] }
            let key = fields.flatMap { $0.split(separator: " ") }.last.map(String.init) ?? ""
            seen.withLockedValue { _ = $0.insert(key) }
            let words = "\(key) is not welcome"
            // An error in the format of each of the three providers.
            return MockReply(
                .unauthorized,
                headers: ["X-Key": key],
                text: """
                    {"status": {"error_code": 400, "error_message": "\(words)"}, "Response": "Error", "Message": "\(words)"}
                    """
            )
        }
        return RepeatingProvider(server: server, seen: seen)
    }

    var options: [String] {
        Provider.hosts.flatMap { ["--provider-url", "\($0.name)=\(server.baseURL)"] }
    }

    var keysSeen: Set<String> { seen.withLockedValue(\.self) }

    func stop() async { await server.stop() }
}
