import COpenSSL

extension TLSEngine {
    /// The state of the handshake.
    enum Step {
        case finished(TLSHandshakeInfo)
        case wantsMore
        case failed(TLSError)
    }

    func handshake() -> Step {
        if let refusal { return .failed(refusal) }
        TLSFailure.clearQueue()
        defer { collect() }
        transport.pointee.recordsLeft = .max
        let result = SSL_do_handshake(ssl)
        if result == 1 {
            clearHandshake = nil
            return verdict()
        }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return stepWithinLimit()
        default: return .failed(handshakeError())
        }
    }

    /// While the handshake needs more bytes, all arrived bytes belong to it. Data after its end is not counted.
    private func stepWithinLimit() -> Step {
        guard let said = clearHandshake?.bytesRead, said > ClearHandshake.bytesMax else { return .wantsMore }
        refuseLength()
        return refusal.map { .failed($0) } ?? .wantsMore
    }

    /// Checks what OpenSSL does not check in a resumed handshake, which shows no certificate.
    private func verdict() -> Step {
        guard let alpn = applicationProtocol, alpn == context.alpn else {
            return .failed(.noApplicationProtocol(wanted: context.alpn))
        }
        let peerPin = SSL_get0_peer_certificate(ssl).map { PublicKeyPin(certificate: $0) }
        if case .client(.pin(let expected)) = context.role, let peerPin, peerPin != expected {
            return .failed(.keyChanged(expected: expected, presented: peerPin))
        }
        let cipher = SSL_CIPHER_get_name(SSL_get_current_cipher(ssl)).map { String(cString: $0) } ?? ""
        let resumed = SSL_session_reused(ssl) == 1
        return .finished(TLSHandshakeInfo(alpn: alpn, cipher: cipher, peerPin: peerPin, resumed: resumed))
    }

    private func handshakeError() -> TLSError {
        let failure = TLSFailure.drainQueue(alert: alert)
        if let refusal { return refusal }
        if alert?.code == UInt8(SSL_AD_NO_APPLICATION_PROTOCOL) { return .noApplicationProtocol(wanted: context.alpn) }
        return .handshakeFailed(failure)
    }
}
