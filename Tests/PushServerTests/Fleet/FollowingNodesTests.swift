import Shared
import Testing

@testable import PushServer

/// Where the nodes that follow this one say that they are.
struct FollowingNodesTests {
    private let one = NodeID(high: 0, low: 1)
    private let other = NodeID(high: 0, low: 2)

    /// - Parameter said: the node of each connection, and the address that it gives.
    private func following(_ said: [(NodeID, String)]) -> FollowingNodes {
        var nodes = FollowingNodes()
        for (number, (node, address)) in said.enumerated() {
            nodes.joined(ConnectionID(rawValue: UInt64(number)), node, at: address) { _ in }
        }
        return nodes
    }

    @Test func twoNodesThatGiveOneAddressShareItUntilOneLeaves() {
        var nodes = following([(one, "a:1"), (other, "a:1")])
        #expect(nodes.sharedAddress == .followers("a:1"))
        nodes.left(ConnectionID(rawValue: 0))
        #expect(nodes.sharedAddress == nil)
    }

    /// Its old connection may end late.
    @Test func aNodeThatComesBackSharesItsAddressWithNobody() {
        #expect(following([(one, "a:1"), (one, "a:1"), (other, "b:1")]).sharedAddress == nil)
    }

    @Test func nodesThatGiveNoAddressAreNotCompared() {
        #expect(following([(one, ""), (other, "")]).sharedAddress == nil)
    }

    @Test func addressesThatMayHaveBeenCutAreNotCompared() {
        let cut = String(repeating: "a", count: ServerConnection.deviceNameBytesMax)
        #expect(following([(one, cut), (other, cut)]).sharedAddress == nil)
    }

    /// It is the same one each time, so that the log says it once.
    @Test func ofTwoSharedAddressesTheFirstIsTold() {
        let (third, fourth) = (NodeID(high: 0, low: 3), NodeID(high: 0, low: 4))
        let said = [(one, "b:1"), (other, "b:1"), (third, "a:1"), (fourth, "a:1")]
        for _ in 0..<20 { #expect(following(said).sharedAddress == .followers("a:1")) }
    }
}
