import Shared
import Testing

@testable import PushServer

struct UseNotesTests {
    private let token = TokenHash(bytes: [1])

    private func use(_ address: String) -> TokenUse { TokenUse(token: token, address: address) }

    @Test func eachTokenIsNotedOnceAndFromWhereItCameLast() {
        var notes = UseNotes()
        notes.add(use("192.0.2.1"))
        notes.add(use("192.0.2.2"))
        let (first, second) = (notes.take(), notes.take())
        #expect(first == [use("192.0.2.2")])
        #expect(second.isEmpty)
    }

    @Test func whatCouldNotBeNotedIsTriedAgainAfterAWhile() {
        var notes = UseNotes()
        notes.failed([use("192.0.2.1")])
        var looks = 1
        while notes.take().isEmpty { looks += 1 }
        #expect(looks == 31)
    }

    @Test func whatCameSinceIsNewer() {
        var notes = UseNotes()
        notes.add(use("192.0.2.1"))
        let uses = notes.takeAll()
        notes.add(use("192.0.2.2"))
        notes.failed(uses)
        let left = notes.takeAll()
        #expect(left == [use("192.0.2.2")])
    }
}
