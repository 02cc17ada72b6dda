import NIOCore
import TestSupport
import Testing

@testable import Shared

/// Tests against the `openssl` command, an independent implementation.
@Suite(.timeLimit(.minutes(5)))
struct TLSAgainstOpenSSLTests {
    // MARK: Our server, their client

    @Test(arguments: [false, true])
    func theirClientTalksToOurServer(byteByByte: Bool) throws {
        try withServer(byteByByte: byteByByte) { port, accepted in
            let tool = try client(port, ["-alpn", "tickwire/1"])
            defer { tool.stop() }
            try tool.send("hello from the outside\n")
            #expect(tool.line(containing: "hello") == "hello from the outside")
            let connection = accepted.first()
            #expect(connection.log.seen.handshake?.alpn == "tickwire/1")
            connection.channel.writeAndFlush(ByteBuffer(string: "and from the inside\n"), promise: nil)
            #expect(tool.line(containing: "inside") == "and from the inside")
            try connection.channel.close().wait()
            #expect(tool.waitForExit() == 0)
            #expect(connection.log.seen.errors.isEmpty)
        }
    }

    @Test func tls12IsRefused() throws {
        try expectRefusal(
            of: ["-alpn", "tickwire/1", "-tls1_2"],
            "tlsv1 alert protocol version",
            """
            The TLS handshake failed: unsupported protocol (SSL routines); answered with alert 70, protocol version.
            """
        )
    }

    @Test func aClientWithoutALPNIsRefused() throws {
        try expectRefusal(of: [], "no application protocol", Self.noProtocol)
    }

    @Test func aClientWithAnotherALPNIsRefused() throws {
        try expectRefusal(of: ["-alpn", "h2,http/1.1"], "no application protocol", Self.noProtocol)
    }

    @Test func ourProtocolIsFoundAmongOthers() throws {
        try withServer { port, accepted in
            let tool = try client(port, ["-alpn", "h2,tickwire/1,http/1.1"])
            defer { tool.stop() }
            #expect(accepted.first().log.wait { $0.handshake != nil || $0.isInactive }.handshake?.alpn == "tickwire/1")
        }
    }

    @Test func theirClientResumesOurSession() throws {
        try TLSFixture.withFolder { folder in
            try withServer { port, accepted in
                for (index, option) in ["-sess_out", "-sess_in"].enumerated() {
                    let tool = try client(port, ["-alpn", "tickwire/1", option, "\(folder)/session.pem"])
                    try tool.send("hello\n")
                    _ = tool.line(containing: "hello")
                    try accepted.first(index).channel.close().wait()
                    #expect(tool.waitForExit() == 0)
                    #expect(accepted.first(index).log.seen.handshake?.resumed == (index == 1))
                }
            }
        }
    }

    // MARK: Their server, our client

    @Test(arguments: [false, true])
    func ourClientTalksToTheirServer(byteByByte: Bool) throws {
        try withTheirServer(["-alpn", "tickwire/1", "-rev"]) { port, tool in
            let end = try connect(port, byteByByte: byteByByte)
            end.channel.writeAndFlush(ByteBuffer(string: "live\n"), promise: nil)
            #expect(end.log.wait { $0.bytes.count >= 5 || $0.isInactive }.text == "evil\n")
            #expect(end.log.seen.handshake?.alpn == "tickwire/1")
            try end.channel.close().wait()
            #expect(end.log.seen.errors.isEmpty)
        }
    }

    @Test func weResumeTheirSession() throws {
        let context = try TLSContext.client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
        try withTheirServer(["-alpn", "tickwire/1", "-rev"]) { port, _ in
            for resumed in [false, true] {
                let end = try TLSLoopback.connect(context, port: port)
                end.channel.writeAndFlush(ByteBuffer(string: "live\n"), promise: nil)
                #expect(end.log.wait { $0.bytes.count >= 5 || $0.isInactive }.handshake?.resumed == resumed)
                try end.channel.close().wait()
            }
        }
    }

    @Test func theirServersNameIsChecked() throws {
        try TLSFixture.withFolder { folder in
            let root = "\(folder)/root.pem"
            try TLSFiles.write(TLSFixture.identity.certificates.pem(), to: root, mode: .ownerOnly)
            let context = try TLSContext.client(trust: .system(extraRoots: [root]), alpn: TLSFixture.alpn)
            try withTheirServer(["-alpn", "tickwire/1"]) { port, _ in
                for (host, isRight) in [("localhost", true), ("127.0.0.1", true), ("wrong.test", false)] {
                    let end = try TLSLoopback.connect(context, port: port, host: host)
                    let seen = end.log.wait { $0.handshake != nil || $0.isInactive }
                    #expect((seen.handshake != nil) == isRight, "\(host): \(seen.errors)")
                    try? end.channel.close().wait()
                }
            }
        }
    }

    @Test func aServerWithoutALPNIsRefused() throws {
        try withTheirServer([]) { port, _ in
            let end = try connect(port)
            #expect(end.log.wait { $0.isInactive }.tlsErrors == [.noApplicationProtocol(wanted: "tickwire/1")])
            #expect(end.log.seen.handshake == nil)
        }
    }

    @Test func aServerWithAnotherALPNIsRefused() throws {
        try withTheirServer(["-alpn", "h2"]) { port, _ in
            let end = try connect(port)
            #expect(end.log.wait { $0.isInactive }.tlsErrors == [.noApplicationProtocol(wanted: "tickwire/1")])
        }
    }

    @Test func aServerOfTLS12IsRefused() throws {
        try withTheirServer(["-alpn", "tickwire/1", "-tls1_2"]) { port, _ in
            let end = try connect(port)
            #expect(
                end.log.wait { $0.isInactive }.errors == [
                    """
                    The TLS handshake failed: tlsv1 alert protocol version (SSL routines); \
                    the peer sent alert 70, protocol version.
                    """
                ]
            )
        }
    }

    @Test func theirServerThatDiesIsACut() throws {
        try withTheirServer(["-alpn", "tickwire/1"]) { port, tool in
            let end = try connect(port)
            end.log.wait { $0.handshake != nil }
            tool.stop()
            #expect(end.log.wait { $0.isInactive }.tlsErrors.contains(.truncated))
            #expect(!end.log.seen.events.contains(.closedByPeer))
        }
    }

    // MARK: Support

    private static let noProtocol = TLSError.noApplicationProtocol(wanted: "tickwire/1").description

    private func expectRefusal(of arguments: [String], _ theirs: String, _ ours: String) throws {
        try withServer { port, accepted in
            let tool = try client(port, arguments)
            #expect(tool.readAll().contains(theirs))
            #expect(tool.waitForExit() != 0)
            let seen = accepted.first().log.wait { $0.isInactive }
            #expect(seen.errors == [ours])
            #expect(seen.handshake == nil)
        }
    }

    private func withServer(
        byteByByte: Bool = false,
        _ body: (Int, TLSServerLog) throws -> Void
    ) throws {
        let context = try TLSContext.server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
        try TLSLoopback.withServer(context, echoing: true, byteByByte: byteByByte, body)
    }

    private func client(_ port: Int, _ arguments: [String]) throws -> OpenSSLTool {
        try OpenSSLTool(["s_client", "-connect", "127.0.0.1:\(port)", "-quiet"] + arguments)
    }

    private func connect(_ port: Int, byteByByte: Bool = false) throws -> TLSLoopback {
        let context = try TLSContext.client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
        return try TLSLoopback.connect(context, port: port, byteByByte: byteByByte)
    }

    private func withTheirServer(_ arguments: [String], _ body: (Int, OpenSSLTool) throws -> Void) throws {
        try TLSFixture.withFolder { folder in
            let identity = TLSFixture.identity
            try TLSFiles.write(identity.certificates.pem(), to: "\(folder)/c.pem", mode: .ownerOnly)
            try TLSFiles.write(identity.key.pem(), to: "\(folder)/k.pem", mode: .ownerOnly)
            let files = ["-cert", "\(folder)/c.pem", "-key", "\(folder)/k.pem"]
            let tool = try OpenSSLTool(["s_server", "-accept", "127.0.0.1:0"] + files + arguments)
            defer { tool.stop() }
            let line = try #require(tool.line(containing: "ACCEPT"))
            let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
            try body(port, tool)
        }
    }
}
