internal import TerminalKit

/// The view of a screen that has keys, and so a page of help on them.
@MainActor
protocol ScreenView: View {
    var help: [HelpSection] { get }
    /// The keys of the page of help.
    var helpKeys: KeyMap<HelpCommand> { get }
    /// What its status line shows, and that of its page of help; nil on screens that have no connection.
    var helpStatus: StatusViewModel? { get }
}

/// The view of a screen that lies over the tabs, or is one.
@MainActor
protocol TabsScreenView: ScreenView {
    associatedtype Model: TabsScreenModel

    var viewModel: Model { get }
}

extension TabsScreenView {
    var keys: Keys { viewModel.keys }
    var helpKeys: KeyMap<HelpCommand> { viewModel.keys.help }
    var helpStatus: StatusViewModel? { viewModel.tabs.status }

    func prepare(for size: Size) { viewModel.tabs.status.refresh() }
}

/// What has become of a way that only one screen has.
enum Followed<Ending> {
    /// The screen was not left.
    case stayed
    /// Another one was shown, and the user has come back.
    case returned
    /// The screen's flow is over.
    case ended(Ending)
}

extension Screen {
    /// Shows a view until its flow ends. What every screen does alike is done here: help, copying, painting anew, going back
    /// and quitting.
    /// - Parameter follow: follows what only this screen leads to.
    /// - Returns: nil where the user went back.
    func present<Model: ScreenModel, Ending>(
        _ view: some ScreenView,
        of model: Model,
        following follow: (Model.Destination) async throws(Quit) -> Followed<Ending>
    ) async throws(Quit) -> Ending? {
        open(view)
        for await route in model.routes {
            switch route {
            case .copy(let text): copy(text)
            case .repaint: repaint()
            case .closed: return nil
            case .quit: throw Quit()
            case .help:
                try await showHelp(over: view)
                open(view)
            case .own(let destination):
                switch try await follow(destination) {
                case .stayed: break
                case .returned: open(view)
                case .ended(let ending): return ending
                }
            }
        }
        throw Quit()
    }

    /// The same for a screen that leads nowhere but back.
    func present<Model: ScreenModel>(
        _ view: some ScreenView,
        of model: Model
    ) async throws(Quit) where Model.Destination == Never {
        let _: Void? = try await present(view, of: model) { (_: Never) async throws(Quit) -> Followed<Void> in }
    }

    /// In place of another one.
    private func open(_ view: some ScreenView) {
        view.helpStatus?.screenChanged()
        show(view)
    }

    private func showHelp(over view: some ScreenView) async throws(Quit) {
        let help = HelpCoordinator(
            sections: view.help,
            keys: view.helpKeys,
            status: view.helpStatus,
            screen: self
        )
        try await help.start()
    }
}
