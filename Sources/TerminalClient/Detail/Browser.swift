internal import PlatformKit
internal import Shared

/// The user's web browser, if this machine has one.
struct Browser: Sendable {
    enum Outcome: Equatable, Sendable {
        case opened
        /// There is no browser, as over a plain ssh connection.
        case missing
        case failed(String)
    }

    /// Returns when the outcome is known. It waits for a slow browser, even for hours. Cancelling the calling task ends
    /// the wait and leaves the browser running.
    var open: @Sendable (WebAddress) async -> Outcome
}

extension Browser {
    static let none = Browser { _ in .missing }

    /// The desktop's way to open links.
    /// - Parameter environment: says whether there is a desktop.
    static func system(environment: [String: String]) -> Browser {
        guard DesktopOpener.hasDesktop(environment),
            let program = program(named: DesktopOpener.name, in: environment["PATH"] ?? "")
        else { return .none }
        return Browser { address in
            // The browser must not read the user's keys or write over the screen.
            let (endings, ending) = AsyncStream.makeStream(of: Int32.self)
            do throws(SystemError) {
                let browser = try SpawnedProgram(program, [address.text], environment: environment)
                browser.whenEnded { status in
                    ending.yield(status)
                    ending.finish()
                }
            } catch {
                return .failed(error.description)
            }
            for await status in endings where status != 0 {
                return .failed("\(DesktopOpener.name) ended with status \(status)")
            }
            return .opened
        }
    }

    private static func program(named name: String, in path: String) -> String? {
        path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: SmallFile.isExecutable)
    }
}
