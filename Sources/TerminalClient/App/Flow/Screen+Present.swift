internal import TerminalKit

/// The outcome of a way out that only one screen has.
enum Followed<Ending> {
    /// The screen stayed open.
    case stayed
    /// Another screen was shown, and the user has come back.
    case returned
    /// The screen's flow is over.
    case ended(Ending)
}

extension Screen {
    /// Shows a view until its flow ends, and does what is the same for every screen: help, copying, repainting, going
    /// back and quitting.
    /// - Parameter follow: follows the ways out that only this screen has.
    /// - Returns: nil if the user went back.
    func present<Model: ScreenModel, Ending>(
        _ view: some ScreenView,
        of model: Model,
        following follow: (Model.Destination) async throws(Quit) -> Followed<Ending>
    ) async throws(Quit) -> Ending? {
        open(view, of: model)
        for await route in model.routes {
            model.exits.follows(route)
            switch route {
            case .copy(let text): copy(text)
            case .repaint: repaint()
            case .closed: return nil
            case .quit: throw Quit()
            case .help:
                try await showHelp(over: view)
                open(view, of: model)
            case .own(let destination):
                switch try await follow(destination) {
                case .stayed:
                    model.exits.opened()
                    viewStays()
                case .returned: open(view, of: model)
                case .ended(let ending): return ending
                }
            }
        }
        throw Quit()
    }

    /// Shows a screen from which the user comes back, whatever it leads to.
    /// - Parameter follow: shows another screen until the user has come back.
    func present<Model: ScreenModel>(
        _ view: some ScreenView,
        of model: Model,
        leadingTo follow: (Model.Destination) async throws(Quit) -> Void
    ) async throws(Quit) {
        let _: Void? = try await present(view, of: model) { (destination) async throws(Quit) -> Followed<Void> in
            try await follow(destination)
            return .returned
        }
    }

    /// Shows a screen that leads nowhere but back.
    func present<Model: ScreenModel>(
        _ view: some ScreenView,
        of model: Model
    ) async throws(Quit) where Model.Destination == Never {
        try await present(view, of: model, leadingTo: { (_: Never) async throws(Quit) -> Void in })
    }

    /// Shows a view in place of another one.
    private func open(_ view: some ScreenView, of model: some ScreenModel) {
        view.helpStatus?.screenChanged()
        model.exits.opened()
        show(view) { model.exits.isLeaving }
    }

    private func showHelp(over view: some ScreenView) async throws(Quit) {
        let help = HelpCoordinator(
            sections: view.helpPage,
            keys: view.keys,
            status: view.helpStatus,
            screen: self
        )
        try await help.start()
    }
}
