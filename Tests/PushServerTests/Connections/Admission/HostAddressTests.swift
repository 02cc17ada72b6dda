import Testing

@testable import PushServer

@Suite struct HostAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", true),
        ("192.0.2.1", "192.0.2.2", false),
        ("2001:db8:0:1::1", "2001:db8:0:1:aaaa::2", true),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
        // The form of IPv4 at a socket of both families.
        ("::ffff:192.0.2.1", "192.0.2.1", true),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
        ("::ffff:192.0.2.1", "::1", false),
        ("0:0:0:0:0:ffff:c000:201", "192.0.2.1", true),
        ("local", "local", true),
        ("local", "unknown", false),
    ])
    func whatCountsAsOneHost(one: String, other: String, same: Bool) {
        #expect((HostAddress(one) == HostAddress(other)) == same)
    }
}
