/// The program that opens a link on the user's desktop.
package enum DesktopOpener {
    #if os(macOS)
        package static let name = "open"
        package static func hasDesktop(_ environment: [String: String]) -> Bool { true }
    #else
        package static let name = "xdg-open"

        /// Without a desktop, `xdg-open` would start a browser in this terminal, so it is used only if `BROWSER` names
        /// one.
        package static func hasDesktop(_ environment: [String: String]) -> Bool {
            ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment[$0]?.isEmpty == false }
        }
    #endif
}
