import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Three fields, and the outcome of the last try.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LoginViewModelTests {
    private let time = ManualClock()
    private let viewModel: LoginViewModel
    private var view: LoginView { LoginView(viewModel: viewModel) }

    init() {
        viewModel = LoginViewModel(LoginStart(server: ServerAddress(host: "localhost", port: 7443)), clock: time.clock)
    }

    @Test func anErrorUsesTheFreeRows() {
        let words = "The server at localhost:7443 cannot be reached: connection refused by the host."
        viewModel.failed(words)
        let text = view.picture(40, 10).split { $0 == "\n" || $0 == " " }.joined(separator: " ")
        #expect(text.contains(words))
        #expect(text.contains("Password"))
    }

    @Test func enterMovesToTheNextEmptyField() {
        view.press("d", Key(.enter))
        #expect(viewModel.focus == .password)
        #expect(!viewModel.isConnecting)
    }

    @Test func anEmptyFieldIsReportedAsMissing() {
        viewModel.failed("Name or password is wrong.")
        view.press(Key(.enter))
        #expect(viewModel.message == Phrase("Name is missing.", .problem))
        view.press("d", Key(.enter))
        #expect(viewModel.message.text.isEmpty, "on to the next one, and what was wrong is over")
        #expect(viewModel.focus == .password)
    }

    @Test func aFullFormIsSubmitted() async {
        fillIn()
        #expect(viewModel.isConnecting)
        #expect(viewModel.message == Phrase("connecting to localhost:7443…", .quiet))
        var routes = viewModel.routes.makeAsyncIterator()
        let server = ServerAddress(host: "localhost", port: 7443)
        #expect(await routes.next() == .own(.submitted(LoginForm(server: server, name: "d", password: "pw"))))
    }

    @Test func anInvalidServerAddressIsReportedBeforeAnythingIsSent() {
        view.press(Key(.tab, .shift))
        view.press(":", "x", Key(.tab), "d", Key(.tab), "p", Key(.enter))
        let words = "'localhost:7443:x' is not a server; use HOST:PORT, as in prices.example.com:7443."
        #expect(viewModel.message == Phrase(words, .problem))
        #expect(viewModel.focus == .server)
    }

    @Test func aWrongPasswordIsReportedWithTheWaitAndTypedAgain() async {
        fillIn()
        viewModel.passwordRefused("Name or password is wrong.", wait: .seconds(2))
        #expect(viewModel.message == Phrase("Name or password is wrong. Next try in 2 s.", .problem))
        #expect(viewModel.input(of: .password).isEmpty)
        view.press("p")
        async let _ = viewModel.appeared()
        var sleeps = time.sleeps.makeAsyncIterator()
        var messages = Observations { viewModel.message.text }.makeAsyncIterator()
        #expect(await messages.next() == "Name or password is wrong. Next try in 2 s.")
        _ = await sleeps.next()
        time.advance(by: .seconds(1))
        #expect(await messages.next() == "Name or password is wrong. Next try in 1 s.")
        _ = await sleeps.next()
        time.advance(by: .seconds(1))
        #expect(await messages.next() == "Name or password is wrong.")
        view.press(Key(.enter))
        #expect(viewModel.isConnecting)
    }

    /// Once, Enter was ignored without a word.
    @Test func enterDuringTheWaitSaysThatNothingWasSent() async {
        fillIn()
        viewModel.passwordRefused("Name or password is wrong.", wait: .seconds(4))
        view.press("p", "w", Key(.enter))
        #expect(!viewModel.isConnecting)
        let words = "Nothing was sent: wait 4 s, then press Enter again. Name or password is wrong."
        #expect(viewModel.message == Phrase(words, .problem))
        time.advance(by: .seconds(4))
        view.press(Key(.enter))
        #expect(viewModel.isConnecting)
        viewModel.failed("The connection was lost.", wait: .seconds(2))
        #expect(viewModel.message.text == "The connection was lost. Next try in 2 s.", "nobody has pressed it yet")
    }

    @Test func anUncheckedPasswordStays() {
        fillIn()
        viewModel.passwordUnread(wait: .seconds(4))
        #expect(viewModel.message.text.hasSuffix("was not checked, and stays in its field. Next try in 4 s."))
        #expect(viewModel.input(of: .password).text == "pw")
        #expect(viewModel.focus == .password)
    }

    @Test func escapeCancelsOnlyTheTry() {
        fillIn()
        view.press(Key(.escape))
        #expect(!viewModel.isConnecting)
        view.press(Key(.escape))
        #expect(viewModel.input(of: .name).text == "d")
    }

    @Test func aPastedPasswordIsNotTakenForKeys() {
        view.press("d", Key(.tab))
        _ = view.take(.paste("se\ncret"), in: Size(width: 80, height: 24))
        #expect(viewModel.input(of: .password).text == "se cret")
        #expect(!view.picture().contains("cret"))
    }

    /// Once, the password was cut after 256 characters, and so was wrong.
    @Test(arguments: [String(repeating: "x", count: 1024), String(repeating: "ü", count: 512)])
    func aLongPasswordIsSentWhole(password: String) async {
        view.press("d", Key(.tab))
        _ = view.take(.paste(password), in: Size(width: 80, height: 24))
        view.press(Key(.enter))
        let form = LoginForm(server: ServerAddress(host: "localhost", port: 7443), name: "d", password: password)
        var routes = viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .own(.submitted(form)))
    }

    @Test(arguments: [
        String(repeating: "x", count: 1025), String(repeating: "ü", count: 513), String(repeating: "x", count: 9999),
    ])
    func aPasswordThatIsTooLongIsRefusedAndNotCut(password: String) {
        view.press("d", Key(.tab))
        _ = view.take(.paste(password), in: Size(width: 80, height: 24))
        view.press(Key(.enter))
        #expect(!viewModel.isConnecting)
        #expect(viewModel.message == Phrase("A password has at most 1,024 bytes; this one has more.", .problem))
        #expect(viewModel.input(of: .password).isEmpty)
    }

    private func fillIn() { view.press("d", Key(.tab), "p", "w", Key(.enter)) }
}
