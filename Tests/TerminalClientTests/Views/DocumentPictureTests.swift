import Foundation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The pictures of docs/SCREENS.md that need no connection. `scripts/docs/pictures` draws all pictures.
@MainActor
struct DocumentPictureTests {
    private let server = ServerAddress(host: "prices.example.com", port: ServerAddress.defaultPort)

    @Test func login() throws {
        let viewModel = LoginViewModel(LoginStart(server: server), clock: ManualClock().clock)
        let view = LoginView(viewModel: viewModel)
        view.press("a", "d", "a", Key(.tab), "s", "e", "c", "r", "e", "t")
        try Picture.expect(view, inDocuments: "login")
    }

    @Test func theQuestionAboutAKey() throws {
        let key = try #require(PublicKeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="))
        let viewModel = TrustViewModel(server: server, key: key, reason: "self-signed certificate")
        try Picture.expect(TrustView(viewModel: viewModel), inDocuments: "trust")
    }

    @Test func whatStopsTheProgram() throws {
        let reason = StopReason.keyChanged(
            expected: try #require(PublicKeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")),
            presented: try #require(PublicKeyPin("sha256/n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="))
        )
        let path = "/home/ada/.local/share/tickwire/known_servers"
        let viewModel = StopViewModel(reason: reason, server: server, knownServersPath: path)
        try Picture.expect(StopView(viewModel: viewModel), inDocuments: "stop")
    }

    @Test func eachPictureIsOnThePageAndThePageHasNoOthers() throws {
        let documents = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs").standardized
        let page = try String(contentsOf: documents.appendingPathComponent("SCREENS.md"), encoding: .utf8)
        let shown = page.split(separator: "](screens/").dropFirst().map { String($0.prefix { $0 != ")" }) }
        let folder = documents.appendingPathComponent("screens").path
        let there = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains(".") }
        #expect(shown.sorted() == there.sorted())
    }
}
