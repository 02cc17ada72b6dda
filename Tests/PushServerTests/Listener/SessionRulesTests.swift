import Shared
import Testing

@testable import PushServer

struct SessionRulesTests {
    private let hello = Hello(
        clientName: "t",
        clientVersion: "1",
        deviceName: "d",
        clientID: ClientID(high: 1, low: 1),
        credentials: .token([1])
    )
    private let mutation = NumberedMutation(number: 1, settled: 0, mutation: .removeAllFavorites)

    private func closeCode(_ action: Session.Action) -> CloseCode? {
        if case .close(let close) = action { close.code } else { nil }
    }

    private func openSession() -> Session {
        var session = Session(limits: SessionLimits())
        _ = session.received(.hello(hello))
        session.opened()
        return session
    }

    @Test func aStrangerHasLittleRoomAndAUserMore() {
        #expect(Session(limits: SessionLimits()).frameLimit == 4096)
        #expect(openSession().frameLimit == 65_536)
    }

    @Test func onlyAHelloMayComeFirstAndOnlyOnce() {
        for frame in [ClientFrame.mutation(mutation), .snapshotRequest(sequence: 1), .iconRequest([]), .logout] {
            var session = Session(limits: SessionLimits())
            #expect(closeCode(session.received(frame)) == .badFrame)
        }
        var session = openSession()
        #expect(closeCode(session.received(.hello(hello))) == .badFrame)
    }

    @Test func aVersionThatTheServerDoesNotSpeakIsTold() {
        var session = Session(limits: SessionLimits())
        var newer = hello
        newer.protocols = 2...3
        #expect(closeCode(session.received(.hello(newer))) == .unsupportedVersion)
        newer.protocols = 1...9
        var other = Session(limits: SessionLimits())
        #expect(other.received(.hello(newer)) == .signIn(newer))
    }

    @Test func tooManyUnansweredMutationsCloseTheSession() {
        var session = openSession()
        for _ in 0..<64 { #expect(session.received(.mutation(mutation)) == .settle(mutation)) }
        #expect(closeCode(session.received(.mutation(mutation))) == .tooManyMutations)
        var answered = openSession()
        for _ in 0..<1000 {
            #expect(answered.received(.mutation(mutation)) == .settle(mutation))
            answered.answered()
        }
    }

    @Test func afterTheCloseNothingIsDone() {
        var session = openSession()
        _ = session.close(Close(.goingAway, ""))
        #expect(session.received(.mutation(mutation)) == .nothing)
        #expect(session.close(Close(.silent, "")) == .nothing)
    }

    @Test func pingsAreAnsweredAtAnyTime() {
        var session = Session(limits: SessionLimits())
        #expect(session.received(.ping(nonce: 9)) == .answerPing(nonce: 9))
        #expect(session.received(.unknown) == .nothing)
    }

    @Test func aLogoutIsDoneOnceAndNothingAfterItMatters() {
        var session = openSession()
        #expect(session.received(.logout) == .logOut)
        #expect(session.received(.logout) == .nothing)
        #expect(session.received(.mutation(mutation)) == .nothing)
        #expect(closeCode(session.close(Close(.signedOut, ""))) == .signedOut)
    }
}
