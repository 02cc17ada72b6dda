import Testing

@testable import TerminalClient

struct ServerAddressTests {
    @Test func anAddressNamesOneNodeOrSeveral() throws {
        let one = try ServerAddress(checking: "prices.example.com")
        #expect(one.nodes == [.init(host: "prices.example.com", port: 7443)])
        let three = try ServerAddress(checking: "a , b:7000, [::1]:7001")
        #expect(
            three.nodes == [.init(host: "a", port: 7443), .init(host: "b", port: 7000), .init(host: "::1", port: 7001)]
        )
        #expect(three.description == "a:7443,b:7000,[::1]:7001")
        #expect(try ServerAddress(checking: three.description) == three)
    }

    @Test func aNodeThatIsNamedTwiceIsOneNode() throws {
        #expect(try ServerAddress(checking: "a,a:7443").nodes.count == 1)
    }

    @Test(arguments: [
        ("a,,b", ""), ("a:7000,b:x", "b:x"), ("a,:7443", ":7443"), ("a:0", "a:0"), ("::1", "::1"), ("", ""),
        // Without the closing bracket, this was once read as the host `[::1`.
        ("[::1:7443", "[::1:7443"),
    ])
    func aWrongAddressIsRefusedWithThePartThatIsWrong(text: String, part: String) {
        #expect(throws: ServerAddressFault.notANode(part)) { try ServerAddress(checking: text) }
    }

    @Test func moreThanSixteenNodesAreRefused() {
        let text = (1...17).map { "node\($0)" }.joined(separator: ",")
        #expect(throws: ServerAddressFault.tooMany(17)) { try ServerAddress(checking: text) }
    }

    @Test func thePrivateServerCannotBeANodeOfAnother() throws {
        #expect(try ServerAddress(checking: "local").isLocal)
        #expect(try ServerAddress(checking: "a,local").nodes[1] == .init(host: "local", port: 7443))
    }

    @Test func aServerKeepsItsLoginAndPendingChangesWhenNodesAreAddedBehindTheFirst() throws {
        let profile = Profile(directory: "/profile")
        let (one, two) = (try ServerAddress(checking: "a"), try ServerAddress(checking: "a,b"))
        #expect(profile.pendingDirectory(of: "ada", at: one) == profile.pendingDirectory(of: "ada", at: two))
        let other = try ServerAddress(checking: "b,a")
        #expect(profile.pendingDirectory(of: "ada", at: one) != profile.pendingDirectory(of: "ada", at: other))
    }
}
