import Shared
import Testing

@testable import PushServer

struct PendingUsesTests {
    private let token = TokenHash(bytes: [1])

    private func use(_ address: String) -> TokenUse { TokenUse(token: token, address: address) }

    @Test func eachTokenIsNotedOnceWithItsLastAddress() {
        var pendingUses = PendingUses()
        pendingUses.add(use("192.0.2.1"))
        pendingUses.add(use("192.0.2.2"))
        let (first, second) = (pendingUses.take(), pendingUses.take())
        #expect(first == [use("192.0.2.2")])
        #expect(second.isEmpty)
    }

    @Test func usesThatCouldNotBeNotedAreTriedAgainLater() {
        var pendingUses = PendingUses()
        pendingUses.failed([use("192.0.2.1")])
        var looks = 1
        while pendingUses.take().isEmpty { looks += 1 }
        #expect(looks == 31)
    }

    @Test func aNewerUseReplacesAFailedOne() {
        var pendingUses = PendingUses()
        pendingUses.add(use("192.0.2.1"))
        let uses = pendingUses.takeAll()
        pendingUses.add(use("192.0.2.2"))
        pendingUses.failed(uses)
        let left = pendingUses.takeAll()
        #expect(left == [use("192.0.2.2")])
    }
}
