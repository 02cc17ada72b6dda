import COpenSSL
import NIOCore

extension TLSEngine {
    /// Why decryption stopped.
    enum Ending {
        case wantsMore
        case closedByPeer
        case failed(TLSError)
    }

    private static let recordBytesMax = Int(SSL3_RT_MAX_PLAIN_LENGTH)

    var inboundBytes: Int { transport.pointee.inbound.readableBytes }
    var outboundBytes: Int { unflushed.readableBytes }

    /// Takes ciphertext that has arrived.
    func receive(_ bytes: ByteBuffer) {
        if case .tooLong = clearHandshake?.read(bytes.readableBytesView) { return refuseLength() }
        if inboundBytes == 0 {
            transport.pointee.inbound = bytes
        } else {
            transport.pointee.inbound.writeImmutableBuffer(bytes)
        }
    }

    /// Appends the plaintext of everything that has arrived.
    func decrypt(into plaintext: inout ByteBuffer) -> Ending {
        TLSFailure.clearQueue()
        defer { collect() }
        while true {
            // At least 64, because OpenSSL may hold the rest of a record, and an empty buffer is an error.
            let room = max(64, Int(SSL_pending(ssl)), min(inboundBytes, Self.recordBytesMax))
            var result: Int32 = 0
            transport.pointee.recordsLeft = 1
            plaintext.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { target in
                result = SSL_read(ssl, target.baseAddress, Int32(clamping: target.count))
                return max(0, Int(result))
            }
            if result > 0 {
                if inboundBytes == 0, SSL_pending(ssl) == 0 { return ending() }
            } else if let ending = ending(of: result) {
                return ending
            } else if transport.pointee.recordsLeft > 0 {
                return ending()
            } else if !emptyRecords.allows(at: .now()) {
                return .failed(.tooManyEmptyRecords)
            }
        }
    }

    /// Encrypts. `takeOutbound` then returns what to send.
    func encrypt(_ plaintext: ByteBuffer) throws(TLSError) {
        defer { collect() }
        try seal(plaintext)
    }

    /// Encrypts, and writes at once as much as the socket takes.
    /// - Precondition: no earlier ciphertext waits.
    /// - Returns: what the socket has not taken; nil if it has taken everything.
    func encrypt(_ plaintext: ByteBuffer, into socket: TLSSocket) throws(TLSError) -> ByteBuffer? {
        do {
            try seal(plaintext)
        } catch {
            collect()
            throw error
        }
        return outbox?.empty(into: socket)
    }

    /// Leaves the ciphertext in the outbox, which must be emptied before another connection uses it.
    private func seal(_ plaintext: ByteBuffer) throws(TLSError) {
        let count = plaintext.readableBytes
        guard count > 0 else { return }
        TLSFailure.clearQueue()
        renewKey(after: count / Self.recordBytesMax + 1)
        var written = 0
        let result = plaintext.withUnsafeReadableBytes { SSL_write_ex(ssl, $0.baseAddress, count, &written) }
        guard result == 1, written == count else { throw .failed(.drainQueue(alert: alert)) }
    }

    /// Appends our close_notify.
    func endOutput() {
        TLSFailure.clearQueue()
        SSL_shutdown(ssl)
        TLSFailure.clearQueue()
        collect()
    }

    /// Returns what is to be sent, and forgets it; nil if there is nothing.
    func takeOutbound() -> ByteBuffer? {
        guard outboundBytes > 0 else { return nil }
        defer { unflushed = ByteBuffer() }
        return unflushed
    }

    /// Moves what OpenSSL has written out of the outbox.
    func collect() { outbox?.empty(into: &unflushed) }

    private func renewKey(after records: Int) {
        recordsLeft -= records
        guard recordsLeft < 0 else { return }
        recordsLeft = recordsPerKey
        SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
        TLSFailure.clearQueue()  // The write reports keys that cannot be renewed.
    }

    /// Nil if OpenSSL only needs more bytes.
    private func ending(of result: Int32) -> Ending? {
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: nil
        case SSL_ERROR_ZERO_RETURN: .closedByPeer
        default: .failed(.failed(.drainQueue(alert: alert)))
        }
    }

    /// Everything that has arrived was read, so its buffer is released.
    private func ending() -> Ending {
        transport.pointee.inbound = ByteBuffer()
        return .wantsMore
    }
}
