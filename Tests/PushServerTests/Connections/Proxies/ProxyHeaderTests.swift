import NIOCore
import Testing

@testable import PushServer

struct ProxyHeaderTests {
    /// The addresses of a connection from 192.0.2.7 port 40000 to 198.51.100.1 port 7443.
    private static let addresses4: [UInt8] = [192, 0, 2, 7, 198, 51, 100, 1, 0x9C, 0x40, 0x1D, 0x13]

    private func header(_ kind: UInt8, _ family: UInt8, _ rest: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? rest.count
        return ProxyHeader.signature + [kind, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
    }

    private func read(_ bytes: [UInt8]) throws -> (header: ProxyHeader?, left: [UInt8]) {
        var buffer = ByteBuffer(bytes: bytes)
        let header = try ProxyHeader.take(from: &buffer)
        return (header, Array(buffer.readableBytesView))
    }

    @Test func theClientOfIPv4IsNamedAndItsBytesStay() throws {
        let (header, left) = try read(header(0x21, 0x11, Self.addresses4) + [0x16, 0x03])
        #expect(header?.client == IPAddress("192.0.2.7"))
        #expect(left == [0x16, 0x03])
    }

    @Test func theClientOfIPv6IsNamed() throws {
        let source = try #require(IPAddress("2001:db8::7")), destination = try #require(IPAddress("2001:db8::1"))
        let (header, left) = try read(header(0x21, 0x21, source.bytes + destination.bytes + [1, 2, 3, 4]))
        #expect(header?.client == source)
        #expect(left.isEmpty)
    }

    /// HAProxy with `bind :::7443 v4v6` sends clients of IPv4 like this.
    @Test func aClientOfIPv4AtABalancersSocketOfBothFamiliesIsNamedAsOne() throws {
        let address = try #require(IPAddress("::ffff:192.0.2.7"))
        let (header, _) = try read(header(0x21, 0x21, address.bytes + address.bytes + [1, 2, 3, 4]))
        #expect(header?.client == IPAddress("192.0.2.7"))
    }

    @Test func extensionsOfTheHeaderAreSkipped() throws {
        let more: [UInt8] = [0x04, 0, 4, 1, 2, 3, 4]
        let (header, left) = try read(header(0x21, 0x11, Self.addresses4 + more) + [9])
        #expect(header?.client == IPAddress("192.0.2.7"))
        #expect(left == [9])
    }

    @Test(arguments: [(0x20, 0x00), (0x20, 0x11), (0x21, 0x00), (0x21, 0x12), (0x21, 0x31)] as [(UInt8, UInt8)])
    func aHealthCheckAndAnUnknownFamilyNameNobody(kind: UInt8, family: UInt8) throws {
        let (header, left) = try read(header(kind, family, Self.addresses4) + [9])
        #expect(header == ProxyHeader(client: nil))
        #expect(left == [9])
    }

    @Test func aHeaderIsCompleteOnlyWithItsLastByte() throws {
        let bytes = header(0x21, 0x11, Self.addresses4)
        for count in 0..<bytes.count {
            let (header, left) = try read(Array(bytes.prefix(count)))
            #expect(header == nil)
            #expect(left.count == count, "nothing is taken of a part")
        }
        let whole = try read(bytes)
        #expect(whole.header != nil)
    }

    @Test func aClientHelloAndVersion1AreNoHeader() {
        for bytes in [[0x16, 0x03, 0x01], Array("PROXY TCP4".utf8), [0x0D, 0x0A, 0x0D, 0x0B]] as [[UInt8]] {
            #expect(throws: ProxyHeaderError.missing) { try read(bytes) }
        }
    }

    @Test func aBadHeaderIsRefusedBeforeItsAddressesCome() {
        #expect(throws: ProxyHeaderError.version(1)) { try read(header(0x11, 0x11, [], length: 12)) }
        #expect(throws: ProxyHeaderError.command(2)) { try read(header(0x22, 0x11, [], length: 12)) }
        #expect(throws: ProxyHeaderError.tooShort(11, least: 12)) { try read(header(0x21, 0x11, [], length: 11)) }
        #expect(throws: ProxyHeaderError.tooShort(12, least: 36)) { try read(header(0x21, 0x21, [], length: 12)) }
        #expect(throws: ProxyHeaderError.tooLong(4097)) { try read(header(0x21, 0x11, [], length: 4097)) }
    }
}
