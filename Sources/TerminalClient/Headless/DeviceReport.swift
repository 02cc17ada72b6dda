internal import Foundation
package import Shared

/// Devices as a command prints them.
package struct DeviceReport: Encodable, Sendable {
    private let id: UInt64
    private let name: String
    private let created: String
    private let used: String
    private let own: Bool

    package init(_ device: Device) {
        id = device.id.rawValue
        name = device.name.printable
        (created, used, own) = (device.created.shortISO8601, device.used.shortISO8601, device.isOwn)
    }

    package static func json(_ devices: [Device]) -> String {
        PushReport.json(devices.map(DeviceReport.init), pretty: true)
    }

    /// Number, last use and name; a star marks the device that asks.
    package static func text(_ devices: [Device]) -> [String] {
        devices.map(DeviceReport.init).map { "\($0.own ? "*" : " ") \($0.id)  \($0.used)  \($0.name)" }
    }
}
