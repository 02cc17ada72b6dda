import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Testing

@testable import PushServer

/// Methods, hosts and HEAD at the admin port.
extension AdminHandlerTests {
    @Test func theAnswerToHEADHasTheFieldsOfAGETAndNoBody() async throws {
        try await withChannel { channel in
            try await ask(channel, .HEAD)
            let (head, body) = try await answer(channel)
            #expect(head?.status == .ok && body == nil)
            #expect(head?.headers["content-length"] == ["22"])
        }
    }

    @Test func otherMethodsAreRefused() async throws {
        try await withChannel { channel in
            try await ask(channel, .POST)
            let head = try await answer(channel).0
            #expect(head?.status == .methodNotAllowed && head?.headers["allow"] == ["GET, HEAD"])
        }
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:7480", "localhost.", "127.0.0.1", "127.9.9.9:1", "[::1]", "[::1]:7480",
        "metrics.example",
        "Metrics.Example.:80", "192.0.2.1:7480",
    ]) func hostsOfThisMachineAndThoseOfTheOperatorAreAnswered(host: String) async throws {
        try await withChannel(hosts: ["metrics.example", "192.0.2.1"]) { channel in
            try await ask(channel, headers: ["host": host])
            let status = try await answer(channel).0?.status
            #expect(status == .ok)
        }
    }

    @Test(arguments: [
        "evil.example", "evil.example:7480", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.2",
        "[2001:db8::1]",
        "", "::1:7480", "evil@localhost",
    ]) func otherHostsAreMisdirected(host: String) async throws {
        try await withChannel(hosts: ["metrics.example", "192.0.2.1"]) { channel in
            try await ask(channel, headers: ["host": host])
            let (head, body) = try await answer(channel)
            #expect(head?.status == .misdirectedRequest)
            #expect(body?.contains("--admin-host") == true)
        }
    }

    /// A port that is bound to all addresses can be reached by many of them.
    @Test func theAddressThatTheClientConnectedToIsAnswered() throws {
        for (local, host) in [
            ("192.0.2.7", "192.0.2.7:7480"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8::7", "[2001:DB8:0::7]:7480"),
        ] {
            let address = try SocketAddress(ipAddress: local, port: 7480)
            let hosts = AdminHosts(["0.0.0.0"])
            #expect(hosts.contains(host, at: address), "\(host)")
            #expect(!hosts.contains(host) && !hosts.contains("evil.example", at: address))
            #expect(!hosts.contains("192.0.2.8", at: address))
        }
    }

    @Test(arguments: [
        ("prom.example", "PROM.example:7480"), ("prom_1", "prom_1"), ("10.0.0.7", "10.0.0.7:7480"),
        ("2001:db8::7", "[2001:db8::7]:7480"), ("[2001:db8::7]", "[2001:db8::7]"),
    ])
    func aHostThatTheOperatorNamesIsAnswered(named: String, asked: String) throws {
        #expect(AdminHosts([try AdminHost(named).name]).contains(asked))
    }

    /// No request's host would ever match them.
    @Test(arguments: ["prom.example:7480", "[2001:db8::7]:7480", "http://x/", "", "a b", "*", "[]", "a:b:c"])
    func whatCannotBeAHostOfARequestIsRefused(named: String) {
        #expect(throws: AdminHostFault(text: named)) { try AdminHost(named) }
    }

    @Test func aRequestHasOneHost() async throws {
        try await withChannel { channel in
            for headers in [[:], ["host": "localhost", "Host": "localhost"]] as [HTTPHeaders] {
                try await ask(channel, headers: headers)
                let status = try await answer(channel).0?.status
                #expect(status == .badRequest)
            }
        }
    }
}
