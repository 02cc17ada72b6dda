import Shared
import Testing

@testable import PushServer

/// Where a node passes hints. Two nodes follow it, and the first one wants hints about user 1.
struct HintRoutesTests {
    private let hint = UserHint(user: 1, version: 7)
    private let first = Mailbox<Delivery>()
    private let second = Mailbox<Delivery>()

    /// - Parameter users: the users who are connected to the node itself.
    private func routes(connected users: Set<AccountID> = []) -> HintRoutes {
        var made = HintRoutes()
        for (number, mailbox) in [(UInt64(1), first), (UInt64(2), second)] {
            let (connection, node) = (ConnectionID(rawValue: number), NodeID(high: 0, low: number))
            made.children.joined(connection, node, at: "") { mailbox.post($0) }
        }
        made.children.follows(FollowedUsers(added: [1]), ConnectionID(rawValue: 1))
        made.noteConnected(users)
        return made
    }

    private func hints(at mailbox: Mailbox<Delivery>) -> [UserHint] {
        mailbox.takeAll().compactMap { if case .hint(let hint) = $0 { hint } else { nil } }
    }

    @Test func aHintOfThisNodeGoesToTheFollowedNodeAndToThoseThatWantIt() {
        var node = routes(connected: [AccountID(rawValue: 1)])
        let (toParent, toUsers) = node.pass(hint, from: .here)
        #expect(toParent == .hint(hint))
        #expect(toUsers == nil, "its own users have the change")
        #expect(hints(at: first) == [hint] && hints(at: second).isEmpty)
        #expect(node.sent == 1 && node.heard == 0)
    }

    @Test func aHintOfTheFollowedNodeDoesNotGoBack() {
        var node = routes(connected: [AccountID(rawValue: 1)])
        let (toParent, toUsers) = node.pass(hint, from: .parent)
        #expect(toParent == nil)
        #expect(toUsers != nil)
        #expect(hints(at: first) == [hint])
        #expect(node.heard == 1)
    }

    @Test func aHintOfAFollowingNodeGoesToAllButThatNode() {
        var node = routes()
        node.children.follows(FollowedUsers(added: [1]), ConnectionID(rawValue: 2))
        let (toParent, toUsers) = node.pass(hint, from: .child(ConnectionID(rawValue: 1)))
        #expect(toParent == .hint(hint))
        #expect(toUsers == nil, "the user is not connected here")
        #expect(hints(at: first).isEmpty && hints(at: second) == [hint])
    }
}
