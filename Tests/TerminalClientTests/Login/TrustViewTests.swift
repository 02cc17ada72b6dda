import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The smallest terminal also shows everything that a user must know before trusting a key.
@MainActor
struct TrustViewTests {
    private let size = Size(width: 20, height: 5)

    private func view() throws -> TrustView {
        let key = try #require(PublicKeyPin.one)
        return TrustView(
            viewModel: TrustViewModel(server: TestServices.server, key: key, reason: "self-signed certificate")
        )
    }

    @Test func serverQuestionKeyAndAnswersAreSeenAtOnce() throws {
        let picture = try view().picture(20, 5)
        for part in ["localhost:7443", "Is this its key?", "sha256/AAAA", "y yes", "n no"] {
            #expect(picture.contains(part), "\(part)")
        }
    }

    @Test func theRestCanBeScrolledTo() throws {
        let view = try view()
        var seen = view.picture(20, 5)
        for _ in 0..<12 {
            view.press("j", size: size)
            seen += view.picture(20, 5)
        }
        for part in ["A=", "printed", "started?", "No authority", "certificate)."] {
            #expect(seen.contains(part), "\(part)")
        }
        let end = view.picture(20, 5)
        view.press(Key(.down), size: size)
        #expect(view.picture(20, 5) == end)
        for _ in 0..<12 { _ = view.take(.mouse(Mouse(.scrollUp, at: Point(x: 1, y: 1))), in: size) }
        #expect(view.picture(20, 5).contains("localhost:7443"))
    }

    @Test func nothingScrollsIfEverythingFits() throws {
        let view = try view()
        for (width, height) in [(40, 10), (80, 24)] {
            let before = view.picture(width, height)
            view.press("j", size: Size(width: width, height: height))
            #expect(view.picture(width, height) == before)
        }
    }
}
