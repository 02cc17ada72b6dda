import NIOCore
import Testing

@testable import Shared

/// A peer that announces a huge message is refused.
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

    @Test func theLengthIsReadInAnyFragmentation() {
        for length in [ClearHandshake.bytesMax + 1, 65_536, 0xFF_FFFF] {
            let whole = head(claiming: length)
            var single = ClearHandshake()
            let verdicts = whole.map { single.read([$0]) }
            #expect(verdicts.last == .tooLong && !verdicts.dropLast().contains(.tooLong))
            var records = ClearHandshake()
            let pieces = whole.dropFirst(5).map { records.read([0x16, 3, 1, 0, 1, $0]) }
            #expect(pieces == [.admitted, .admitted, .admitted, .tooLong])
        }
        var longest = ClearHandshake()
        #expect(longest.read(head(claiming: ClearHandshake.bytesMax)) == .admitted)
    }

    @Test func theSecondMessageIsChecked() {
        var hellos = ClearHandshake()
        #expect(hellos.read([0x16, 3, 1, 0, 6, 1, 0, 0, 2, 7, 7]) == .admitted)
        #expect(hellos.read([20, 3, 3, 0, 1, 1]) == .admitted, "change_cipher_spec")
        #expect(hellos.read(head(claiming: 70_000)) == .tooLong)
    }

    /// After a HelloRetryRequest, OpenSSL skips such a record and accepts another hello.
    @Test func aHelloAfterARecordThatLooksEncryptedIsChecked() {
        var hellos = ClearHandshake()
        #expect(hellos.read([23, 3, 3, 0, 4, 1, 0xFF, 0xFF, 0xFF]) == .admitted, "nobody can read what is in it")
        #expect(hellos.read(head(claiming: 70_000)) == .tooLong)
    }

    /// From then on, alerts are encrypted. An alert in clear would precede the ServerHello's own record.
    @Test func afterTheServerHelloNoAlertIsSentInTheClear() throws {
        let client = try TLSEngine(
            context: .client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn),
            host: TLSPeerName("localhost")
        )
        client.attach(TLSOutbox())
        _ = client.handshake()
        let server = try TLSEngine(context: .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn))
        server.attach(TLSOutbox())
        var said = try #require(client.takeOutbound())
        // An incomplete record follows the hello.
        said.writeBytes([23, 3, 3, 0x41, 0] + [UInt8](repeating: 0, count: ClearHandshake.bytesMax))
        server.receive(said)
        guard case .failed(.handshakeFailed(let failure)) = server.handshake() else {
            Issue.record("it waits for the rest")
            return
        }
        #expect(failure.reason == "excessive message size" && failure.alert == nil)
        var kinds: [UInt8] = []
        var answer = server.takeOutbound() ?? ByteBuffer()
        while let head = answer.readBytes(length: 5) {
            kinds.append(head[0])
            answer.moveReaderIndex(forwardBy: Int(head[3]) << 8 | Int(head[4]))
        }
        #expect(kinds.first == 22 && !kinds.contains(21))
    }

    /// The message is not too long, but its records are.
    @Test func allBytesOfTheHandshakeCount() throws {
        let server = try TLSEngine(context: .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn))
        server.attach(TLSOutbox())
        server.receive(ByteBuffer(bytes: [0x16, 3, 1, 0, 4, 1, 0, 0x3E, 0x80]))
        var said = 9
        while case .wantsMore = server.handshake(), said < 2 * ClearHandshake.bytesMax {
            server.receive(ByteBuffer(bytes: [0x16, 3, 1, 0, 1, 0]))
            said += 6
        }
        #expect((ClearHandshake.bytesMax + 1...ClearHandshake.bytesMax + 6).contains(said))
        guard case .failed(.handshakeFailed(let failure)) = server.handshake() else {
            Issue.record("it still waits")
            return
        }
        #expect(failure.reason == "excessive message size")
    }
}
