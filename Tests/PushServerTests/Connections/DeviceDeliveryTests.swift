import Shared
import Testing

@testable import PushServer

/// What a connection does about its own device and tokens, also when it is about to end.
struct DeviceDeliveryTests {
    private static let own = DeviceID(rawValue: 7)

    @Test func aClientIsAnsweredBeforeItsOwnDeviceIsSignedOut() {
        var connection = TestConnection.open()
        #expect(connection.received(.accountRequest(number: 1, .revoke(Self.own))) == ["account 1"])
        let words = connection.delivered(.account(number: 1, .success([]), signsOut: Self.own))
        #expect(words == ["account answer 1", "sign out 7"])
    }

    @Test func aDeviceIsSignedOutEvenIfItsConnectionIsClosing() {
        var connection = TestConnection.open()
        _ = connection.received(.accountRequest(number: 1, .revoke(Self.own)))
        _ = connection.received(.hello(.test))
        #expect(connection.delivered(.account(number: 1, .success([]), signsOut: Self.own)) == ["sign out 7"])
    }

    @Test func theUserHubHearsWhatReachesNobody() {
        let signIn = Accounts.SignIn.test(newToken: 1)
        guard case .tokenLost? = Delivery.signedIn(.success(signIn)).leftOver else {
            Issue.record("a token that its client never received stays valid")
            return
        }
        guard case .signedOut([Self.own])? = Delivery.account(number: 1, .success([]), signsOut: Self.own).leftOver
        else {
            Issue.record("a device that was signed out stays connected")
            return
        }
        #expect(Delivery.account(number: 1, .success([])).leftOver == nil)
        #expect(Delivery.signedIn(.failure(.badLogin)).leftOver == nil)
    }
}
