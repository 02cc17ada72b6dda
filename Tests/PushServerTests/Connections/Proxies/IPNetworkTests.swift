import Testing

@testable import PushServer

struct IPNetworkTests {
    private func contains(_ network: String, _ address: String) throws -> Bool {
        try IPNetwork(network).contains(try #require(IPAddress(address)))
    }

    @Test func anAddressIsANetworkOfOne() throws {
        #expect(try contains("10.0.0.5", "10.0.0.5"))
        #expect(try !contains("10.0.0.5", "10.0.0.4"))
        #expect(try contains("2001:db8::5", "2001:db8::5"))
    }

    @Test func theFirstBitsDecide() throws {
        #expect(try contains("10.1.2.0/23", "10.1.3.255"))
        #expect(try !contains("10.1.2.0/23", "10.1.4.0"))
        #expect(try contains("2001:db8::/32", "2001:db8:ffff::1"))
        #expect(try !contains("2001:db8::/32", "2001:db9::1"))
    }

    @Test func theOtherFamilyIsOutside() throws {
        #expect(try !contains("0.0.0.0/1", "::1"))
        #expect(try !contains("::/1", "10.0.0.5"))
    }

    @Test(arguments: ["", "10.0.0", "balancer.lan", "10.0.0.0/33", "10.0.0.0/0", "::/0", "10.0.0.0/", "1.2.3.4/x"])
    func otherTextIsRefusedWithAnExample(text: String) {
        let fault = #expect(throws: IPNetworkFault.self) { try IPNetwork(text) }
        let advice = "is not an address or a network; use one such as 10.0.0.5, 10.0.0.0/24 or 2001:db8::/64"
        #expect(fault?.description == "'\(text)' \(advice)")
    }
}
