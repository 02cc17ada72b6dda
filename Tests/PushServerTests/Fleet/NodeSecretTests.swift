import Shared
import Testing

@testable import PushServer

/// A node's own secret, and the nodes that another one admits.
struct NodeSecretTests {
    @Test func eachNodeMakesItsOwnSecretAndStoresItFirst() {
        var secret = NodeSecret()
        #expect(secret.token.hash != NodeSecret().token.hash)
        #expect(!secret.isStored, "nobody lets it in yet")
        let due = secret.due(at: .seconds(5))
        #expect(due?.hash == secret.token.hash)
        secret.stored(secret.token, at: .seconds(5))
        #expect(secret.isStored && secret.due(at: .seconds(6)) == nil)
    }

    @Test func itIsReplacedInTimeAndTheOldOneCountsUntilTheNewOneIsStored() throws {
        var secret = NodeSecret()
        let first = secret.token
        secret.stored(first, at: .zero)
        let second = try #require(secret.due(at: NodeSecret.lifetime))
        #expect(second.hash != first.hash && secret.token.hash == first.hash)
        secret.stored(second, at: NodeSecret.lifetime)
        #expect(secret.token.hash == second.hash && secret.due(at: NodeSecret.lifetime * 1.5) == nil)
    }

    /// A failover may have lost it.
    @Test func aSecretThatIsUnknownElsewhereIsReplacedAtOnce() {
        var secret = NodeSecret()
        let first = secret.token
        secret.stored(first, at: .zero)
        secret.refused()
        let next = secret.due(at: .seconds(1))
        #expect(!secret.isStored && next != nil && next?.hash != first.hash)
    }

    @Test func aNodeThatWasLetInIsKnownWithoutTheDatabase() {
        var admission = NodeAdmission()
        let (hash, node) = (AccessToken.random().hash, NodeID.random())
        #expect(admission.node(with: hash) == nil)
        admission.found(node, with: hash)
        #expect(admission.node(with: hash) == node)
        admission.found(nil, with: hash)
        #expect(admission.node(with: hash) == nil, "its credential has ended")
    }
}
