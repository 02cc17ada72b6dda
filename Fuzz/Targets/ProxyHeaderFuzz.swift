internal import NIOCore
internal import PushServer

/// What a balancer sends before its client's first byte.
enum ProxyHeaderFuzz {
    static func read(_ bytes: [UInt8]) {
        var whole = ByteBuffer(bytes: bytes)
        let header = try? ProxyHeader.take(from: &whole)
        // However the bytes are cut, the header is the same.
        var part = ByteBuffer()
        var early: ProxyHeader?
        for byte in bytes where early == nil {
            part.writeInteger(byte)
            do throws(ProxyHeaderError) {
                early = try ProxyHeader.take(from: &part)
            } catch {
                precondition(header == nil, "whole, it was a header")
                precondition(!error.description.isEmpty, "a header is refused without a reason")
                return
            }
        }
        precondition(early == header, "in parts, it was another header")
    }
}
