import NIOCore
import Shared
import TestSupport
import Testing

@testable import PushServer

/// Silence, and deadlines.
extension ServerConnectionTests {
    @Test func aSilentClientIsPingedOnceAndThenClosed() {
        var connection = TestConnection.open()
        #expect(connection.time(14) == [])
        #expect(connection.time(15) == ["ping"])
        #expect(connection.time(34) == [])
        #expect(connection.time(35) == ["close 1001"])
        #expect(connection.time(36) == ["drop"], "it does not answer the close either")
    }

    @Test func onlyWholeFramesAndAClientThatReadsCountAsLife() {
        var connection = TestConnection.open()
        _ = connection.received(.unknown, at: 10)
        #expect(connection.time(24) == [])
        #expect(connection.time(25) == ["ping"])
        _ = connection.writable(true, at: 30)
        #expect(connection.time(44) == [])
        #expect(connection.time(45) == ["ping"])
    }

    @Test func handshakeAndHelloMustComeInTime() {
        var late = TestConnection()
        #expect(late.time(9) == [])
        #expect(late.time(10) == ["close 2004"])
        var insecure = TestConnection(isSecured: false)
        #expect(insecure.time(9) == [])
        #expect(insecure.time(10) == ["count", "drop"])
    }

    @Test func aRefusalWaitsForTheHandshakeBecauseTheClientCouldNotReadIt() {
        var connection = TestConnection(isSecured: false)
        #expect(connection.happens { $0.refuse(.tooManyConnections, into: &$1) } == [])
        #expect(connection.happens { $0.secured(into: &$1) } == ["count", "close 2000"])
    }
}
