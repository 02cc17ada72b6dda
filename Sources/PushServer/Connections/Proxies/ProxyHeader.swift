package import NIOCore

/// The first bytes of a connection that a balancer passes on: who the client is. Version 2 of the PROXY protocol
/// (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt, section 2.2).
package struct ProxyHeader: Equatable, Sendable {
    /// The client's address. Nil if the balancer connects for itself, as for a health check, or names no address of
    /// TCP over IPv4 or IPv6. Then the balancer's own address counts, as section 2.2 asks.
    package let client: IPAddress?

    /// No text protocol and no TLS record begins with these bytes.
    package static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]
    /// How many bytes may follow the first 16: the addresses, and extensions, which are skipped. The format allows
    /// 65,535; addresses of IPv6 take 36.
    package static let lengthMax = 4096
    /// Signature, version and command, family, and the length of the rest.
    private static let fixedBytes = signature.count + 4

    /// Takes the header off the front of what has arrived.
    /// - Returns: nil while the header is incomplete.
    /// - Throws: why the bytes are not a header, as soon as this is certain.
    package static func take(from bytes: inout ByteBuffer) throws(ProxyHeaderError) -> ProxyHeader? {
        let start = bytes.readableBytesView.prefix(signature.count)
        guard start.elementsEqual(signature.prefix(start.count)) else { throw .missing }
        guard bytes.readableBytes >= fixedBytes,
            let kind: UInt8 = bytes.getInteger(at: bytes.readerIndex + signature.count),
            let family: UInt8 = bytes.getInteger(at: bytes.readerIndex + signature.count + 1),
            let length: UInt16 = bytes.getInteger(at: bytes.readerIndex + signature.count + 2)
        else { return nil }
        guard kind >> 4 == 2 else { throw .version(Int(kind >> 4)) }
        guard let command = Command(rawValue: kind & 0x0F) else { throw .command(Int(kind & 0x0F)) }
        guard length <= lengthMax else { throw .tooLong(Int(length)) }
        let client = command == .proxy ? Family(rawValue: family) : nil
        if let client, length < client.lengthMin { throw .tooShort(Int(length), least: client.lengthMin) }
        guard bytes.readableBytes >= fixedBytes + Int(length) else { return nil }
        bytes.moveReaderIndex(forwardBy: fixedBytes)
        let rest = bytes.readSlice(length: Int(length))
        guard let client, let rest else { return ProxyHeader(client: nil) }
        // A balancer that listens at a socket of both families sends the clients of IPv4 as those of IPv6.
        let address = IPAddress(bytes: rest.readableBytesView.prefix(client.addressBytes))
        return ProxyHeader(client: address?.withoutMapping)
    }

    private enum Command: UInt8 {
        case local = 0
        case proxy = 1
    }

    /// Address families with TCP. The source's address comes first, then the destination's, then both ports.
    private enum Family: UInt8 {
        case tcp4 = 0x11
        case tcp6 = 0x21

        var addressBytes: Int { self == .tcp4 ? 4 : 16 }
        var lengthMin: Int { 2 * addressBytes + 4 }
    }
}

/// Why the first bytes of a connection from a balancer are not a PROXY header.
package enum ProxyHeaderError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing
    case version(Int)
    case command(Int)
    case tooShort(Int, least: Int)
    case tooLong(Int)
    case late

    package var description: String {
        switch self {
        case .missing:
            "the balancer sent no PROXY header; let it send version 2 (send-proxy-v2), or remove it from --proxy-from"
        case .version(let version): "the PROXY header has version \(version); let the balancer send version 2"
        case .command(let command): "the PROXY header has the unknown command \(command)"
        case .tooShort(let length, let least):
            "the PROXY header has \(length) bytes of addresses, and its family needs \(least)"
        case .tooLong(let length):
            "the PROXY header has \(length) bytes after the first 16; \(ProxyHeader.lengthMax) are allowed"
        case .late: "no PROXY header came within \(ProxyHeaderHandler.patience.nanoseconds / 1_000_000_000) s"
        }
    }
}
