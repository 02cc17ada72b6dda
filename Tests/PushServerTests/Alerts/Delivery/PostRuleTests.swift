import Shared
import Testing

@testable import PushServer

/// When posts are tried again, and to which addresses they may go.
struct PostRuleTests {
    private let start = MarketTime(seconds: 1_733_918_400)

    @Test func triesBecomeRarerAndEndAfterADay() throws {
        var (now, tries, waits) = (start, 1, [Duration]())
        while let next = PostRetry.next(after: tries, since: start, at: now, jitter: 1) {
            waits.append(next.elapsed(since: now))
            (now, tries) = (next, tries + 1)
        }
        #expect(waits.prefix(4) == [.seconds(30), .seconds(60), .seconds(120), .seconds(240)])
        #expect(waits.dropLast().max() == .seconds(3600))
        #expect(now == start.adding(.seconds(24 * 3600)), "the last try is made when the day is over")
    }

    @Test func jitterTakesAwayAtMostHalf() throws {
        let soon = try #require(PostRetry.next(after: 3, since: start, at: start, jitter: 0))
        #expect(soon == start.adding(.seconds(60)))
    }

    @Test(arguments: [(600, 600), (604_800, 3600)])
    func aHostsRetryAfterIsRespectedUpToAnHour(asked: Int, waited: Int) {
        let next = PostRetry.next(after: 1, since: start, retryAfter: .seconds(asked), at: start, jitter: 0)
        #expect(next == start.adding(.seconds(waited)))
    }

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
        "3fff::1", "4000::1",
    ])
    func anAddressThatIsNotPublicIsRefused(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic && !AddressRule.publicOnly.allows(address))
        #expect(AddressRule.any.allows(address) && AddressRule.only(address).allows(address))
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "172.15.255.255", "172.32.0.0", "192.167.255.255", "198.17.255.255", "198.20.0.0",
        "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1",
    ])
    func aPublicAddressIsAllowed(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressRule.publicOnly.allows(address))
        #expect(!AddressRule.only(try #require(IPAddress("8.8.4.4"))).allows(address))
    }

    @Test func operatorsNameHosts() throws {
        let hosts: [(String, String, AddressRule)] = [
            ("ntfy.sh", "https://ntfy.sh", .publicOnly), ("NTFY.sh:443", "https://ntfy.sh", .publicOnly),
            ("https://ntfy.example.com:8443", "https://ntfy.example.com:8443", .publicOnly),
            ("http://ntfy.example.com", "http://ntfy.example.com", .publicOnly),
            ("http://ntfy.lan=private", "http://ntfy.lan", .any),
            ("http://192.168.1.5:8080", "http://192.168.1.5:8080", .only(try #require(IPAddress("192.168.1.5")))),
        ]
        for (text, origin, addresses) in hosts {
            let host = try AlertHost(text)
            #expect(host.origin == origin && host.addresses == addresses, "\(text)")
        }
        for text in ["", "=private", "https://ntfy.sh/topic", "ftp://ntfy.sh", "user@ntfy.sh", "a b"] {
            #expect(throws: AlertHostFault.self) { try AlertHost(text) }
        }
    }
}
