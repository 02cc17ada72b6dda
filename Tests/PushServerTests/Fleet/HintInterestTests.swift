import Shared
import Testing

@testable import PushServer

/// The users about whom a node wants hints, and the frames that say so.
struct HintInterestTests {
    private func users(_ frames: [ClientFrame]) -> (added: Set<Int64>, removed: Set<Int64>) {
        frames.reduce(into: ([], [])) { all, frame in
            guard case .followedUsers(let users) = frame else { return }
            all.added.formUnion(users.added)
            all.removed.formUnion(users.removed)
        }
    }

    @Test func onlyChangesAreSent() {
        var interest = HintInterest()
        interest.local = [1, 2]
        #expect(users(interest.frames(with: [3])).added == [1, 2, 3])
        #expect(interest.frames(with: [3]).isEmpty)
        interest.local = [2]
        let changes = users(interest.frames(with: [4]))
        #expect(changes.added == [4] && changes.removed == [1, 3])
    }

    @Test func everythingIsSentOnANewConnection() {
        var interest = HintInterest()
        interest.local = [1]
        _ = interest.frames(with: [])
        interest.connected()
        #expect(users(interest.frames(with: [])).added == [1])
    }

    @Test func manyUsersGoInSeveralFramesThatFit() {
        var interest = HintInterest()
        interest.local = Set((1...10_000).map { Int64.max - $0 })
        let frames = interest.frames(with: [])
        #expect(frames.count == 4 && users(frames).added.count == 10_000)
        #expect(frames.allSatisfy { $0.bodyLength <= SessionLimits().clientFrameBytes })
    }
}
