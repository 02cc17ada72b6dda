import TerminalKit
import Testing

@testable import TerminalClient

/// A screen that answers each view it is shown with the user's next act.
@MainActor
final class ScriptedScreen: Screen {
    typealias Act = @MainActor (any View) -> Void

    private(set) var shown: [String] = []
    private(set) var view: (any View)?
    private(set) var copied: [String] = []
    private(set) var notices: [String] = []
    private(set) var repaints = 0
    private var acts: [Act]

    init(_ acts: [Act] = []) { self.acts = acts }

    func show(_ view: any View, isLeaving: @escaping @MainActor () -> Bool) {
        shown.append("\(type(of: view))")
        self.view = view
        if !acts.isEmpty { acts.removeFirst()(view) }
    }
}

extension ScriptedScreen {
    func viewStays() {}
    func copy(_ text: String) { copied.append(text) }
    func notify(_ text: String) { notices.append(text) }
    func repaint() { repaints += 1 }
}

extension Coordinator {
    /// Whether the flow ends because the user quits.
    func quits() async -> Bool {
        do throws(Quit) {
            _ = try await start()
            return false
        } catch {
            return true
        }
    }
}

extension View {
    /// Presses keys one after the other, as on a screen of the usual size. The frame after each has prepared the view.
    func press(_ keys: Key..., size: Size = Size(width: 80, height: 24)) {
        for key in keys {
            _ = take(.key(key), in: size)
            prepare(for: size)
        }
    }

    /// Clicks on the first place of a text, on a screen of the usual size. The click must have an effect.
    /// - Parameter row: only a row that contains this text.
    func click(on text: String, inRowWith row: String? = nil, location: SourceLocation = #_sourceLocation) throws {
        let lines = picture().split(separator: "\n", omittingEmptySubsequences: false)
        let y = try #require(lines.firstIndex { $0.contains(row ?? text) }, sourceLocation: location)
        let x = try #require(lines[y].firstRange(of: text), sourceLocation: location).lowerBound
        let place = Point(x: x.utf16Offset(in: lines[y]), y: y)
        let isOfUse = take(.mouse(Mouse(.press(.left), at: place)), in: Size(width: 80, height: 24))
        #expect(isOfUse, sourceLocation: location)
    }

    /// Draws the view on terminals that have room for only a part of it.
    func drawSmall() {
        for width in [0, 1, 2, 3, 5, 8, 11, 13, 17, 20, 24] {
            for height in [0, 1, 2, 3, 4, 5, 7, 9, 12, 15, 18] { _ = picture(width, height) }
        }
    }

    func picture(_ width: Int = 80, _ height: Int = 24, charset: Charset = .unicode) -> String {
        var buffer = Buffer(size: Size(width: width, height: height), charset: charset)
        _ = frame(into: &buffer)
        return buffer.text
    }
}
