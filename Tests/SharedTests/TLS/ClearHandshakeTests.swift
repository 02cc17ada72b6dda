import NIOCore
import Testing

@testable import Shared

/// Whoever says that much will follow is not believed.
struct ClearHandshakeTests {
    /// A record of the handshake with the first four bytes of a message.
    private func head(claiming length: Int) -> [UInt8] {
        [0x16, 3, 1, 0, 4, 1, UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
    }

    @Test func aHelloThatClaimsToBeLongIsRefusedBeforeItComes() throws {
        let server = try TLSEngine(context: .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn))
        server.receive(ByteBuffer(bytes: head(claiming: 131_000)))
        guard case .failed(.handshakeFailed(let failure)) = server.handshake() else {
            Issue.record("it waits for the rest")
            return
        }
        #expect(failure.reason == "excessive message size")
        #expect(server.takeOutbound().map { Array($0.readableBytesView) } == [21, 3, 3, 0, 2, 2, 47])
    }

    @Test func theLengthCountsHoweverItIsCut() {
        for length in [ClearHandshake.messageMax + 1, 65_536, 0xFF_FFFF] {
            let whole = head(claiming: length)
            var single = ClearHandshake()
            let verdicts = whole.map { single.read([$0]) }
            #expect(verdicts.last == .tooLong && !verdicts.dropLast().contains(.tooLong))
            var records = ClearHandshake()
            let pieces = whole.dropFirst(5).map { records.read([0x16, 3, 1, 0, 1, $0]) }
            #expect(pieces == [.admitted, .admitted, .admitted, .tooLong])
        }
        var longest = ClearHandshake()
        #expect(longest.read(head(claiming: ClearHandshake.messageMax)) == .admitted)
    }

    @Test func theSecondMessageIsLookedAt() {
        var hellos = ClearHandshake()
        #expect(hellos.read([0x16, 3, 1, 0, 6, 1, 0, 0, 2, 7, 7]) == .admitted)
        #expect(hellos.read([20, 3, 3, 0, 1, 1]) == .admitted, "change_cipher_spec")
        #expect(hellos.read(head(claiming: 70_000)) == .tooLong)
    }

    @Test func whatIsEncryptedIsNotLookedAt() {
        var hellos = ClearHandshake()
        #expect(hellos.read([23, 3, 3, 0, 4, 1, 0xFF, 0xFF, 0xFF]) == .over)
    }
}
