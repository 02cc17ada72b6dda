internal import NIOCore
internal import NIOEmbedded
internal import Shared

/// A connection that is established, and somebody on the line between terminal and server: whatever he does to what
/// passes, nothing arrives that was not sent, and in no other order.
enum TLSRecordFuzz {
    /// What he does at a place, four bytes each: which, where (two bytes), and with what.
    private enum Tampering: UInt8 {
        case change, remove, insert, repeatRecord, swapRecords, cut
    }

    private static let identity = try? TLSIdentity.create(names: ["localhost"])
    private static let serverContext = RenewedContext {
        identity.flatMap { try? TLSContext.server(identity: $0, alpn: ProtocolVersion.alpn) }
    }
    private static let clientContext = RenewedContext {
        identity.flatMap { try? TLSContext.client(trust: .pin($0.pin), alpn: ProtocolVersion.alpn) }
    }

    static func meddle(_ bytes: [UInt8]) {
        guard let serverContext = serverContext.take(), let clientContext = clientContext.take(),
            let server = try? TLSHandler(server: serverContext),
            let client = try? TLSHandler(client: clientContext, host: "localhost", port: 1)
        else { return }
        let (near, far) = (EmbeddedChannel(handler: client), EmbeddedChannel(handler: server))
        for channel in [far, near] { try? channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait() }
        while carry(near, to: far) || carry(far, to: near) {}
        var sent: [UInt8] = []
        var records: [[UInt8]] = []
        for index in UInt8(0)..<8 {
            let text = Array(repeating: index, count: 1 + Int(index) * 40)
            near.writeAndFlush(ByteBuffer(bytes: text), promise: nil)
            sent += text
            records.append(takeSent(near))
        }
        precondition(records.allSatisfy { !$0.isEmpty }, "the handshake has not ended")
        let isUnharmed = bytes.count < 4
        for piece in meddled(records, by: bytes) {
            guard far.isActive else { break }
            _ = try? far.writeInbound(ByteBuffer(bytes: piece))
        }
        var arrived: [UInt8] = []
        while let part = try? far.readInbound(as: ByteBuffer.self) { arrived += part.readableBytesView }
        precondition(sent.starts(with: arrived), "something arrived that was not sent")
        precondition(!isUnharmed || arrived == sent, "what nobody touched did not arrive")
        for channel in [near, far] {
            channel.pipeline.fireChannelInactive()
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
    }

    /// The records, one after the other, after all tampering.
    private static func meddled(_ records: [[UInt8]], by bytes: [UInt8]) -> [[UInt8]] {
        var records = records
        var rest = bytes[...]
        while rest.count >= 4, !records.isEmpty {
            let (kind, value) = (rest[rest.startIndex], rest[rest.startIndex + 3])
            let place = Int(rest[rest.startIndex + 1]) << 8 | Int(rest[rest.startIndex + 2])
            rest = rest.dropFirst(4)
            let record = place % records.count
            let count = records[record].count
            let byte = count > 0 ? place / records.count % count : 0
            switch Tampering(rawValue: kind % 6) {
            case .change where count > 0: records[record][byte] ^= value
            case .remove where count > 0: records[record].remove(at: byte)
            case .insert: records[record].insert(value, at: byte)
            case .repeatRecord: records.insert(records[record], at: Int(value) % records.count)
            case .swapRecords: records.swapAt(record, Int(value) % records.count)
            case .cut: records.removeLast(records.count - record)
            default: break
            }
            // So that a short input cannot ask for much.
            if records.count > 64 { return records }
        }
        return records
    }

    private static func carry(_ sender: EmbeddedChannel, to receiver: EmbeddedChannel) -> Bool {
        let bytes = takeSent(sender)
        if bytes.isEmpty { return false }
        _ = try? receiver.writeInbound(ByteBuffer(bytes: bytes))
        return true
    }

    private static func takeSent(_ channel: EmbeddedChannel) -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = try? channel.readOutbound(as: ByteBuffer.self) { bytes += part.readableBytesView }
        return bytes
    }
}
