public import NIOCore
internal import SwiftProtobuf

/// The part that all Welcomes of a server have in common. It is encoded once, because with all kinds of records and all
/// currencies it costs several times as much as the rest of a Welcome.
public struct WelcomeTerms: Sendable {
    /// The field `limits` of a Welcome, with its tag.
    fileprivate let limits: ByteBuffer
    /// The field `offers`, with its tag.
    fileprivate let offers: ByteBuffer

    public init(limits: SessionLimits, offers: ServerOffers) {
        self.limits = WireWelcome.with { $0.limits = limits.wire }.encoded
        self.offers = WireWelcome.with { $0.offers = offers.wire }.encoded
    }
}

extension Welcome {
    /// Writes the same bytes as `ServerFrame.welcome`.
    /// - Parameter terms: made of this Welcome's limits and offers.
    public func write(into buffer: inout ByteBuffer, _ terms: WelcomeTerms) {
        let parts = [
            WireWelcome.with(writeSession).encoded, terms.limits,
            WireWelcome.with(writeUser).encoded, terms.offers,
        ]
        let length = parts.reduce(0) { $0 + $1.readableBytes }
        var head = ByteBuffer(bytes: [Self.tag])
        head.writeVarint(length)
        buffer.writeInteger(UInt32(head.readableBytes + length))
        for part in [head] + parts { buffer.writeImmutableBuffer(part) }
    }

    /// Field 1 of `ServerFrame`, which has a length.
    private static let tag: UInt8 = 1 << 3 | 2
}

extension ByteBuffer {
    /// Seven bits in each byte, the lowest first, as protobuf writes lengths.
    fileprivate mutating func writeVarint(_ number: Int) {
        var rest = number
        while rest > 0x7F {
            writeInteger(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        writeInteger(UInt8(rest))
    }
}
