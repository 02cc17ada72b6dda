import Foundation
import Testing

@testable import Shared

struct KnownServersTests {
    private let first = PublicKeyPin(digest: SHA256.hash([1]))
    private let second = PublicKeyPin(digest: SHA256.hash([2]))

    @Test func aKeyIsRememberedPerHostAndPort() {
        var servers = KnownServers()
        servers.remember(first, host: "prices.test", port: 7443)
        #expect(servers.pin(host: "Prices.Test", port: 7443) == first)
        #expect(servers.pin(host: "prices.test", port: 7444) == nil)
        servers.remember(second, host: "prices.test", port: 7443)
        #expect(servers.pin(host: "prices.test", port: 7443) == second)
    }

    @Test func peopleCanReadTheText() throws {
        let text = """
            # The one at home
            prices.test:7443 \(first)

            [::1]:7443 \(second)

            """
        var servers = try KnownServers(text: text)
        #expect(servers.text == text)
        #expect(servers.pin(host: "::1", port: 7443) == second)
        servers.remember(second, host: "prices.test", port: 7443)
        #expect(servers.text == text.replacingOccurrences(of: "\(first)", with: "\(second)"))
    }

    @Test func twoLinesForAServerBecomeOne() throws {
        var servers = try KnownServers(text: "a:1 \(first)\n# between\na:1 \(second)\n")
        #expect(servers.pin(host: "a", port: 1) == second)
        servers.remember(first, host: "a", port: 1)
        #expect(servers.text == "a:1 \(first)\n# between\n")
    }

    @Test(arguments: ["prices.test:7443", "prices.test sha256/x", "a:1 sha256/AAAA", "a:b sha256/", ":1 x"])
    func aLineThatIsNotUnderstoodIsNamed(line: String) {
        #expect(throws: TLSError.malformedKnownServer(path: "known_servers", line: 2)) {
            try KnownServers(text: "# comment\n\(line)\n", path: "known_servers")
        }
    }

    @Test func onlyTheOwnerCanReadTheFileWhichIsReplacedWhole() throws {
        try TLSFixture.withFolder { folder in
            let file = KnownServersFile(path: "\(folder)/known_servers")
            #expect(try file.load() == KnownServers())
            try file.remember(first, host: "a", port: 1)
            try file.remember(second, host: "b", port: 2)
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "a:1 \(first)\nb:2 \(second)\n")
            #expect(try TLSFixture.permissions(file.path) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["known_servers"])
        }
    }
}
